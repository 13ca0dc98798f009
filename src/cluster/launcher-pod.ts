import { isArchitecture } from '../architectures/architecture';
import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isInjected } from '../pods/devices';
import type { LauncherContext } from '../pods/launched-instance';
import { launcherPodOf } from '../pods/launcher-pod';
import type { PodLine } from '../pods/pod-draft';
import { putPolicy } from '../pods/policy';
import { textOf } from '../pods/traits';
import type { ClusterView } from './cluster-view';
import { type CreatedInstance, createdInstanceOf } from './created-instance';
import { doubtsOf, launchedInstance, type Supposed } from './launched-instance';
import { launcherContextOf } from './launcher-context';
import { hasClaim, launchedClaims } from './pod-claims';
import { policyOn } from './vm-hypervisor';

/** The pod that a VM would run in, as far as it is known. */
export interface LauncherPod {
  /** As the API server keeps it, with what a policy changes; without volumes, mounts, environment and probes; nothing where it cannot be told. */
  readonly pod?: Readonly<Record<string, unknown>>;
  /** The pod once something exists that virt-controller waits for and the cluster lacks: there is no `pod` until then. */
  readonly once?: Readonly<Record<string, unknown>>;
  /** Its contents line by line, each with its reason and where that was read. */
  readonly lines: readonly PodLine[];
  /** What would change it and is not known, or why there is none. */
  readonly unknown: readonly string[];
}

export type { PodLine } from '../pods/pod-draft';

/** The pod of a VM; nothing where the object makes none. */
export function explainPod(object: KubeObject, cluster: ClusterView): LauncherPod | undefined {
  const created = createdInstanceOf(object, cluster);
  return created === undefined ? undefined : launcherPodFrom(created, cluster);
}

/**
 * The pod of a VM that is expanded already.
 *
 * @param supposed what its spec or its architecture is taken to be instead
 */
export function launcherPodFrom(created: CreatedInstance, cluster: ClusterView, supposed: Supposed = {}): LauncherPod {
  const { object } = created;
  const { spec, architecture = created.namedArchitecture } = supposed;
  const doubts = doubtsOf(architecture, created);
  if (doubts.length > 0 || !isArchitecture(architecture)) {
    return { lines: [], unknown: doubts };
  }
  const context = launcherContextOf(cluster, namespaceOf(object));
  const launched = launchedInstance(created, architecture, context, spec);
  const draft = launcherPodOf(launched, context);
  const policy = policyOn(object, cluster);
  if (policy !== undefined && 'effect' in policy) {
    putPolicy(draft, policy.effect);
  }
  const unknown = [
    ...draft.unknown,
    ...(policy !== undefined && 'unknown' in policy ? [policy.unknown] : []),
    ...unknownOf(cluster),
  ];
  if (draft.failures.length > 0) {
    return { lines: [], unknown: draft.failures.map((failure) => `there will be no pod: ${failure}`) };
  }
  const awaited = awaitedBy(launched.spec, created, context, cluster);
  return {
    ...(awaited.length > 0 ? { once: draft.pod } : { pod: draft.pod }),
    // Worked out for each line, and asked for by few.
    get lines() {
      return draft.lines;
    },
    unknown: [...awaited, ...unknown],
  };
}

function unknownOf({ kubevirt }: ClusterView): string[] {
  return kubevirt === undefined ? ['the KubeVirt resource was not given: its defaults are assumed'] : [];
}

/**
 * What virt-controller waits for before it makes the pod of an instance, and the cluster lacks: networks first, as it looks for them.
 *
 * Without a cluster that runs nothing is said to be missing.
 *
 * @see kubevirt pkg/network/multus/nad.go NetworkToResource, pkg/virt-controller/services/rendervolumes.go addPVCToLaunchManifest
 */
function awaitedBy(
  spec: InstanceSpec,
  created: CreatedInstance,
  context: LauncherContext,
  cluster: ClusterView,
): string[] {
  if (!cluster.isObserved) {
    return [];
  }
  const networks = isInjected(context) ? [] : listAt(spec, 'networks');
  const definitions = networks
    .map((network) => textOf(at(network, 'multus.networkName')))
    .filter((name) => name !== undefined && context.networkResource?.(name) === undefined)
    .map((name) => {
      const full = name!.includes('/') || created.namespace === undefined ? name! : `${created.namespace}/${name}`;
      return until('NetworkAttachmentDefinition', full, `failed to locate network attachment definition ${full}`);
    });
  const claims = launchedClaims(spec)
    .filter((name) => !hasClaim(name, created, cluster))
    .map((name) => until('PersistentVolumeClaim', name, `didn't find PVC ${name}`));
  return [...new Set([...definitions, ...claims])];
}

function until(kind: string, name: string, message: string): string {
  return `there will be no pod until the ${kind} ${name} exists: ${message}`;
}
