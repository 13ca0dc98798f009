import { inOrder, isArchitecture } from '../architectures/architecture';
import { addDefaults, type DefaultingContext } from '../architectures/defaulting';
import { InstanceDraft } from '../architectures/draft';
import type { Architecture } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import { isOn } from '../gates/enablement';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { mayHave } from '../kube/node-selector';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { minorOf, parseRelease, type Release } from '../kube/release';
import { countOf } from '../pods/amount';
import { EVEN_PARITY } from '../pods/compute-resources';
import type { ClusterContext, LaunchedInstance, LauncherContext, LimitedResource } from '../pods/launched-instance';
import { fixedOverheads, hypervisorDevice } from '../pods/overhead';
import { textMap, textOf } from '../pods/traits';
import { SCHEDULABLE_LABEL } from '../target/node';
import type { ClusterView } from './cluster-view';
import type { CreatedInstance } from './created-instance';
import { gateStateOf } from './gate-state';
import { instanceOf } from './instance-of';

/** Clusters have many VMs. */
const contexts = new WeakMap<ClusterView, ClusterContext>();

/** What of a cluster decides about its launcher pods. */
export function clusterContextOf(cluster: ClusterView): ClusterContext {
  const known = contexts.get(cluster);
  if (known !== undefined) {
    return known;
  }
  const image = launcherImage(cluster);
  const kubevirt = releaseOf(cluster);
  const configuration = cluster.configuration ?? {};
  const isOnHere = gatesOf(cluster);
  const tscFrequency = tscFrequencyOf(cluster);
  const name = hypervisorOf(configuration, isOnHere('ConfigurableHypervisor'));
  const context = {
    kubevirt,
    configuration,
    annotations: textMap(valueAt(cluster.kubevirt, 'metadata.annotations')),
    isOn: isOnHere,
    ...(image === undefined ? {} : { image }),
    ...(tscFrequency === undefined ? {} : { tscFrequency }),
    hypervisor: { name, device: hypervisorDevice(name), overheads: fixedOverheads(kubevirt, name) },
  };
  contexts.set(cluster, context);
  return context;
}

/** That of the target; where that names no patch, the patch that the KubeVirt resource is told to run, or runs. */
function releaseOf({ target, kubevirt }: ClusterView): Release {
  const tag = textOf(valueAt(kubevirt, 'spec.imageTag')) ?? textOf(valueAt(kubevirt, 'status.observedKubeVirtVersion'));
  const release = tag === undefined ? undefined : parseRelease(tag);
  return release !== undefined && minorOf(release) === target.kubevirt ? release : target.kubevirt;
}

/** The same, with what the namespace of a VM adds. */
export function launcherContextOf(cluster: ClusterView, namespace: string | undefined): LauncherContext {
  const found = namespace === undefined ? undefined : cluster.find('', 'Namespace', namespace, undefined);
  return {
    ...clusterContextOf(cluster),
    limitedByQuota: limitedBy(cluster, namespace),
    ...(found === undefined ? {} : { namespaceLabels: textMap(valueAt(found, 'metadata.labels')) }),
    networkResource: (name) => networkResource(cluster, name, namespace),
  };
}

function gatesOf(cluster: ClusterView): (gate: string) => boolean {
  const { context, kubevirt } = cluster;
  const hyperConverged = hyperConvergedOf(cluster);
  // Only a HyperConverged decides by architecture: asking every guest for its own costs something.
  const workloads =
    hyperConverged === undefined ? [] : inOrder((cluster.architectures() as readonly string[]).filter(isArchitecture));
  const { gates, lists } = gateStateOf(kubevirt, hyperConverged, context, workloads);
  const answers = new Map<string, boolean>();
  return (gate) => {
    const answer = answers.get(gate) ?? isOn(gate, lists, gates.kubevirt, (name) => gates.stageOf(name));
    answers.set(gate, answer);
    return answer;
  };
}

function hyperConvergedOf(cluster: ClusterView): KubeObject | undefined {
  return cluster.ofKind('hco.kubevirt.io', 'HyperConverged').find(isHyperConverged);
}

function hypervisorOf(configuration: Readonly<Record<string, unknown>>, isConfigurable: boolean): string {
  const [first] = isConfigurable ? valuesAt(configuration, 'hypervisors[].name') : [];
  return textOf(first?.value) ?? 'kvm';
}

function limitedBy(cluster: ClusterView, namespace: string | undefined): LimitedResource[] {
  const quotas = cluster
    .ofKind('', 'ResourceQuota')
    .filter((quota) => (namespaceOf(quota) ?? '') === (namespace ?? ''))
    .map((quota) => valueAt(quota, 'spec.hard'))
    .filter(isMap);
  return (['cpu', 'memory'] as const).filter((resource) => quotas.some((hard) => `limits.${resource}` in hard));
}

const RESOURCE_NAME = 'k8s.v1.cni.cncf.io/resourceName';

/** What a network attachment names: empty where it matches nothing, nothing where it was not found. */
function networkResource(cluster: ClusterView, name: string, namespace: string | undefined): string | undefined {
  const [own, there] = name.split('/').reverse();
  const found = cluster.find('k8s.cni.cncf.io', 'NetworkAttachmentDefinition', own!, there ?? namespace ?? '');
  return found === undefined ? undefined : (textMap(valueAt(found, 'metadata.annotations'))[RESOURCE_NAME] ?? '');
}

const LABEL = 'cpu-timer.node.kubevirt.io/tsc-frequency';

/**
 * The lowest TSC frequency of a cluster, which guests that need a fixed one are started with: 0 where there is none, nothing where
 * that is not known.
 *
 * @see kubevirt pkg/virt-controller/watch/topology/hinter.go LowestTSCFrequencyOnCluster
 */
function tscFrequencyOf(cluster: ClusterView): number | undefined {
  const least = valueAt(cluster.configuration, 'developerConfiguration.minimumClusterTSCFrequency');
  if (least !== undefined && least !== null) {
    return countOf(least) ?? 0;
  }
  if (cluster.nodes === undefined) {
    return undefined;
  }
  const withGuests = new Set(
    cluster.ofKind('kubevirt.io', 'VirtualMachineInstance').map((each) => valueAt(each, 'status.nodeName')),
  );
  const frequencies = cluster.nodes
    .filter(({ labels, name }) => labels[SCHEDULABLE_LABEL] === 'true' || withGuests.has(name))
    .map(({ labels }) => countOf(labels[LABEL]) ?? 0)
    .filter((frequency) => frequency > 0);
  if (frequencies.length > 0) {
    return frequencies.reduce((lowest, each) => Math.min(lowest, each));
  }
  return cluster.nodes.some((node) => mayHave(node, LABEL)) ? undefined : 0;
}

const FLAG = '--launcher-image';
const CONTROLLER = 'virt-controller';
const ARGS = '/spec/template/spec/containers/0/args';

/**
 * The image of every launcher of a cluster; nothing where it cannot be told.
 *
 * What a patch of the KubeVirt resource makes virt-controller say; else what a virt-controller at hand is told; else what
 * virt-operator wrote down; else where the KubeVirt resource takes its images from.
 */
function launcherImage(cluster: ClusterView): string | undefined {
  const patched = patchedImage(cluster);
  if (patched !== undefined) {
    return patched.image;
  }
  for (const deployment of cluster.ofKind('apps', 'Deployment')) {
    const told = nameOf(deployment) === CONTROLLER ? imageInContainers(deployment) : undefined;
    if (told !== undefined) {
      return told;
    }
  }
  const said = (path: string) => textOf(valueAt(cluster.kubevirt, path));
  const { image, prefix = '', ...observed } = observedConfig(cluster);
  const registry = said('spec.imageRegistry') ?? observed.registry ?? said('status.observedKubeVirtRegistry');
  const tag = said('spec.imageTag');
  const version = observed.version ?? said('status.observedKubeVirtVersion');
  const suffix = tag === undefined && observed.sha !== undefined ? `@${observed.sha}` : `:${tag ?? version ?? ''}`;
  return (
    image ?? (registry === undefined || suffix === ':' ? undefined : `${registry}/${prefix}virt-launcher${suffix}`)
  );
}

/** What virt-operator made of its environment and of the KubeVirt resource. */
interface ObservedConfig {
  /** By its environment, whatever the KubeVirt resource says: under HyperConverged by a digest. */
  readonly image?: string | undefined;
  readonly registry?: string | undefined;
  readonly prefix?: string | undefined;
  readonly version?: string | undefined;
  /** Up to 1.8. */
  readonly sha?: string | undefined;
}

/**
 * What virt-operator wrote down in JSON.
 *
 * @see kubevirt pkg/virt-operator/util/config.go KubeVirtDeploymentConfig, components/deployments.go NewControllerDeployment
 */
function observedConfig({ kubevirt }: ClusterView): ObservedConfig {
  const text = textOf(valueAt(kubevirt, 'status.observedDeploymentConfig'));
  const config = text === undefined ? undefined : parsed(text);
  return isMap(config)
    ? {
        image: textOf(config.virtLauncherImage),
        registry: textOf(config.registry),
        prefix: textOf(config.imagePrefix),
        version: textOf(config.kubeVirtVersion),
        sha: textOf(config.virtLauncherSha),
      }
    : {};
}

/** The image after a patch: another one, or nothing that can be told. */
interface Patched {
  readonly image: string | undefined;
}

/** KubeVirt applies patches of one component by the length of their texts, the longest last. */
function patchedImage({ kubevirt }: ClusterView): Patched | undefined {
  return valuesAt(kubevirt, 'spec.customizeComponents.patches[]')
    .map(({ value }) => value)
    .filter(isMap)
    .filter(({ resourceType, resourceName }) => names(resourceType, 'Deployment') && names(resourceName, CONTROLLER))
    .flatMap(({ type, patch }) => (typeof patch === 'string' ? [{ type, patch }] : []))
    .sort((a, b) => a.patch.length - b.patch.length)
    .map(({ type, patch }) => imageByPatch(type, patch))
    .findLast((found) => found !== undefined);
}

function names(written: unknown, name: string): boolean {
  return written === '*' || (typeof written === 'string' && written.toLowerCase() === name.toLowerCase());
}

function imageByPatch(type: unknown, text: string): Patched | undefined {
  const patch = parsed(text);
  if (type === 'json') {
    return Array.isArray(patch)
      ? patch
          .filter(isMap)
          .map(imageByOperation)
          .findLast((found) => found !== undefined)
      : undefined;
  }
  // Both kinds of merging take the list of arguments as a whole.
  return valuesAt(patch, 'spec.template.spec.containers[].args').length === 0
    ? undefined
    : { image: imageInContainers(patch) };
}

/** The two first arguments are the flag and the image, in every release; what else is done to them cannot be told. */
function imageByOperation({ op, path, value }: Readonly<Record<string, unknown>>): Patched | undefined {
  if (op === 'test' || typeof path !== 'string' || !(path === ARGS || path.startsWith(`${ARGS}/`))) {
    return undefined;
  }
  if (path === `${ARGS}/1` && op === 'replace') {
    return { image: textOf(value) };
  }
  // Later arguments leave it alone, and so does one that is appended.
  return /\/(-|[2-9]|\d{2,})$/.test(path) ? undefined : { image: path === ARGS ? imageInArgs(value) : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // KubeVirt's webhook rejects it.
    return undefined;
  }
}

function imageInContainers(deployment: unknown): string | undefined {
  return valuesAt(deployment, 'spec.template.spec.containers[].args')
    .map(({ value }) => imageInArgs(value))
    .find((image) => image !== undefined);
}

function imageInArgs(args: unknown): string | undefined {
  const at = Array.isArray(args) ? args.indexOf(FLAG) : -1;
  return Array.isArray(args) && at >= 0 ? textOf(args[at + 1]) : undefined;
}

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
