import { isArchitecture } from '../architectures/architecture';
import { addDefaults, type DefaultingContext } from '../architectures/defaulting';
import { InstanceDraft } from '../architectures/draft';
import type { Architecture } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { EVEN_PARITY } from '../pods/compute-resources';
import type { ClusterContext, LaunchedInstance } from '../pods/launched-instance';
import { textMap, textOf } from '../pods/traits';
import type { CreatedInstance } from './created-instance';
import { instanceOf } from './instance-of';

/** What is taken of an instance instead of what it says. */
export interface Supposed {
  readonly spec?: InstanceSpec;
  readonly architecture?: string;
}

/** The instance as virt-controller will see it, with the defaults of admission. */
export function launchedInstance(
  created: CreatedInstance,
  architecture: Architecture,
  context: ClusterContext,
  spec: InstanceSpec = created.expanded.spec,
): LaunchedInstance {
  const { object, expanded } = created;
  const draft = new InstanceDraft({ ...spec, architecture });
  addDefaults(draft, defaultingContext(created, architecture, context));
  const identity = identityOf(object);
  return {
    ...identity,
    annotations: { ...textMap(expanded.annotations), ...identity.annotations, ...copiedAnnotations(draft, context) },
    architecture,
    spec: draft.spec,
  };
}

/** What decides about the defaults of an instance. */
export function defaultingContext(
  { expanded: { interfaceModel } }: CreatedInstance,
  architecture: Architecture,
  { kubevirt, configuration }: Pick<ClusterContext, 'kubevirt' | 'configuration'>,
): DefaultingContext {
  return { architecture, kubevirt, configuration, ...(interfaceModel === undefined ? {} : { interfaceModel }) };
}

/** kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vmi-mutator.go ApplyNewVMIMutations. */
function copiedAnnotations(draft: InstanceDraft, { annotations = {}, isOn }: ClusterContext): Record<string, string> {
  const isCopied =
    draft.get('domain.cpu.isolateEmulatorThread') === true &&
    Object.hasOwn(annotations, EVEN_PARITY) &&
    isOn('AlignCPUs');
  return isCopied ? { [EVEN_PARITY]: '' } : {};
}

/** Why it cannot be told what an instance will be. */
export function doubtsOf(architecture: string | undefined, { expanded, presetConflicts }: CreatedInstance): string[] {
  return [
    ...(isArchitecture(architecture)
      ? []
      : [
          architecture === undefined
            ? 'the architecture: neither the VM nor a KubeVirt resource at hand says it, and the nodes are not ' +
              'known or of several; write architecture, or add the KubeVirt resource'
            : `there will be no pod: KubeVirt runs on no architecture ${architecture}`,
        ]),
    ...expanded.missing.map(({ kind, name }) => `${kind} ${name}, which was not found`),
    ...expanded.refused.map(({ what }) => `there will be no pod: ${what}`),
    ...presetConflicts.map(
      ({ first, second, path }) =>
        `there will be no pod: the presets ${nameOf(first)} and ${nameOf(second)} differ in ${path}`,
    ),
  ];
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
