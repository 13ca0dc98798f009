import { isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURES } from '../architectures/facts';
import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { imageFor } from '../hypervisors/image';
import type { PolicyEffect } from '../hypervisors/property-effects';
import { namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { amountOf, amountText, mebibytes, wholeUnits } from '../pods/amount';
import { isInjected } from '../pods/devices';
import type { LauncherContext } from '../pods/launched-instance';
import { launcherPodOf } from '../pods/launcher-pod';
import type { PodDraft, PodLine } from '../pods/pod-draft';
import { textOf } from '../pods/traits';
import type { ClusterView } from './cluster-view';
import { type CreatedInstance, createdInstanceOf } from './created-instance';
import { doubtsOf, launchedInstance, launcherContextOf, type Supposed } from './launcher-context';
import { hasClaim, launchedClaims } from './pod-claims';
import { policyOn } from './vm-hypervisor';

export type { PodLine } from '../pods/pod-draft';

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

const COMPUTE = ['spec', 'containers', 0] as const;
const SIDES = ['limits', 'requests'] as const;

/** Changes a pod as the policy of a hypervisor does when the pod is created. A test holds that its CEL does the same. */
function putPolicy(draft: PodDraft, effect: PolicyEffect): void {
  const by = `by the policy of ${effect.hypervisor}`;
  const why = (reason: string) => ({ reason: `${reason}, ${by}`, source: 'the platform' });
  const bound = draft.get(['spec', 'nodeSelector', ARCH_LABEL]);
  const image = imageOn(effect, bound);
  if (image === undefined) {
    const reason =
      typeof bound === 'string' ? `${bound}, for which there is no image` : 'no architecture by which to choose one';
    draft.failures.push(`the policy of ${effect.hypervisor} rejects the pod: it is bound to ${reason}`);
    return;
  }
  draft.put([...COMPUTE, 'image'], image, why(`the launcher image of ${effect.hypervisor}`));
  for (const side of SIDES) {
    putDevice(draft, side, effect, why);
    putMemory(draft, side, effect, why);
  }
  const environment = Object.entries(effect.environment).map(([name, value]) => ({ name, value }));
  if (environment.length > 0) {
    draft.put([...COMPUTE, 'env'], environment, why('after what KubeVirt sets, which is not shown'));
  }
}

/** One for all, or that of the architecture that the pod is bound to. */
function imageOn({ images }: PolicyEffect, bound: unknown): string | undefined {
  const isByArchitecture = ARCHITECTURES.some((architecture) => images[architecture] !== undefined);
  return isByArchitecture && isArchitecture(bound) ? imageFor(images, bound) : images.all;
}

type Reasons = (reason: string) => { readonly reason: string; readonly source: string };

function putDevice(draft: PodDraft, side: (typeof SIDES)[number], { device }: PolicyEffect, why: Reasons): void {
  for (const from of device?.from ?? []) {
    const keys = [...COMPUTE, 'resources', side];
    const count = draft.get([...keys, from]);
    if (count === undefined) {
      continue;
    }
    draft.remove([...keys, from]);
    if (device!.to !== 'none') {
      draft.put([...keys, device!.to], count, why(`instead of ${from}`));
    }
  }
}

/** The policy writes bytes, whatever was there. */
function putMemory(draft: PodDraft, side: (typeof SIDES)[number], { memory }: PolicyEffect, why: Reasons): void {
  const keys = [...COMPUTE, 'resources', side, 'memory'];
  const before = amountOf(draft.get(keys));
  if (before === undefined || memory === 0) {
    return;
  }
  const sum = { nano: before.nano + mebibytes(memory).nano, format: before.format };
  const change = `${amountText(sum)}, ${Math.abs(memory)}Mi ${memory > 0 ? 'more' : 'less'} than for QEMU`;
  draft.put(
    keys,
    String(wholeUnits(sum)),
    why(`${draft.reasonAt(keys)}; that is ${amountText(before)}, made ${change}`),
  );
}
