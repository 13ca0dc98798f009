import { isArchitecture } from '../architectures/architecture';
import { addDefaults } from '../architectures/defaulting';
import { InstanceDraft } from '../architectures/draft';
import type { InstanceSpec } from '../architectures/instance-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { LaunchedInstance } from '../launcher/context';
import { launcherPodOf } from '../launcher/pod';
import type { PodLine } from '../launcher/pod-draft';
import { putPolicy } from '../launcher/policy';
import { textMap, textOf } from '../launcher/traits';
import type { ClusterView } from './cluster-view';
import { type CreatedInstance, createdInstanceOf } from './created-instance';
import { instanceOf } from './instance-of';
import { launcherContextOf } from './launcher-context';
import { policyOn } from './vm-hypervisor';

/** The pod that a VM would run in, as far as it is known. */
export interface LauncherPod {
  /** As the API server keeps it, with what a policy changes; without volumes, mounts, environment and probes; nothing where it cannot be told. */
  readonly pod?: Readonly<Record<string, unknown>>;
  /** What is in it, line by line, each with its reason and where that was read. */
  readonly lines: readonly PodLine[];
  /** What would change it and is not known, or why there is none. */
  readonly unknown: readonly string[];
}

export type { PodLine } from '../launcher/pod-draft';

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
export function launcherPodFrom(
  created: CreatedInstance,
  cluster: ClusterView,
  supposed: { readonly spec?: InstanceSpec; readonly architecture?: string } = {},
): LauncherPod {
  const { object, expanded } = created;
  const { spec = expanded.spec, architecture = created.namedArchitecture } = supposed;
  const doubts = doubtsOf(architecture, expanded);
  if (doubts.length > 0 || !isArchitecture(architecture)) {
    return { lines: [], unknown: doubts };
  }
  const namespace = namespaceOf(object);
  const context = launcherContextOf(cluster, namespace);
  const instance = new InstanceDraft({ ...spec, architecture });
  addDefaults(instance, { architecture, kubevirt: context.kubevirt, configuration: context.configuration });
  const draft = launcherPodOf({ ...identityOf(object), architecture, spec: instance.spec }, context);
  const policy = policyOn(object, cluster);
  if (policy !== undefined && 'effect' in policy) {
    putPolicy(draft, policy.effect);
  }
  const unknown = [
    ...draft.unknown,
    ...(policy !== undefined && 'unknown' in policy ? [policy.unknown] : []),
    ...unknownOf(cluster),
  ];
  return draft.failures.length > 0
    ? { lines: [], unknown: draft.failures.map((failure) => `there will be no pod: ${failure}`) }
    : { pod: draft.pod, lines: draft.lines, unknown };
}

/** Why the pod cannot be told. */
function doubtsOf(architecture: string | undefined, expanded: CreatedInstance['expanded']): string[] {
  return [
    ...(isArchitecture(architecture)
      ? []
      : [
          architecture === undefined
            ? 'the architecture: neither the VM nor a KubeVirt resource at hand says it, and the nodes are not known or of several; write architecture, or add the KubeVirt resource'
            : `there will be no pod: KubeVirt runs on no architecture ${architecture}`,
        ]),
    ...expanded.missing.map(({ kind, name }) => `${kind} ${name}, which is not at hand`),
    ...expanded.refused.map(({ what }) => `there will be no pod: ${what}`),
  ];
}

function unknownOf({ kubevirt }: ClusterView): string[] {
  return kubevirt === undefined
    ? ['the KubeVirt resource, which is not at hand: this is the pod where it changes nothing']
    : [];
}

/** Who the instance is: its template's labels and annotations, and the name of what makes it. */
function identityOf(object: KubeObject): Omit<LaunchedInstance, 'architecture' | 'spec'> {
  const template = instanceOf(object)?.template;
  const metadata = isMap(template?.metadata) ? template.metadata : {};
  const isInstance = template === object;
  const namespace = namespaceOf(object);
  const uid = isInstance ? textOf(metadata.uid) : undefined;
  return {
    name: nameOf(object) ?? '',
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    labels: textMap(metadata.labels),
    annotations: textMap(metadata.annotations),
  };
}
