import { inOrder, isArchitecture } from '../architectures/architecture';
import { isOn } from '../gates/enablement';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { namespaceOf } from '../kube/identity';
import { mayHave } from '../kube/node-selector';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { minorOf, parseRelease, type Release } from '../kube/release';
import { countOf } from '../pods/amount';
import type { ClusterContext, LauncherContext, LimitedResource } from '../pods/launched-instance';
import { fixedOverheads, hypervisorDevice } from '../pods/overhead';
import { textMap, textOf } from '../pods/traits';
import { SCHEDULABLE_LABEL } from '../target/node';
import type { ClusterView } from './cluster-view';
import { gateStateOf } from './gate-state';
import { launcherImage } from './launcher-image';

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
