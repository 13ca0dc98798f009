import { isEnabled } from '../golden-images/effective-images';
import { isHyperConverged, viewHyperConverged } from '../golden-images/hyper-converged-view';
import type { KubeObject } from '../kube/object';
import { isControlPlane } from '../target/node';
import type { Target } from '../target/target';
import type { Cluster } from './cluster';
import { ClusterView } from './cluster-view';

/**
 * What a cluster is, in a line for people: its releases, what its nodes are, and what makes it unlike others.
 *
 *     HyperConverged 1.18, KubeVirt 1.8; control plane amd64, VMs on amd64 and s390x; 2 golden images, for each architecture
 */
export function aboutCluster(cluster: Cluster, objects: readonly KubeObject[]): string {
  return [
    releases(cluster.target),
    nodes(cluster, objects),
    hypervisors(cluster),
    goldenImages(cluster.target, objects),
    machinePools(objects),
    gates(cluster),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function releases({ hco, kubevirt, machineController }: Target): string {
  return [
    ...(hco === undefined ? [] : [`HyperConverged ${hco}`]),
    `KubeVirt ${kubevirt}`,
    ...(machineController === undefined ? [] : [`machine-controller ${machineController}`]),
  ].join(', ');
}

/** Their architectures, where they are known: those of the control plane, and those where VMs can run. */
function nodes(cluster: Cluster, objects: readonly KubeObject[]): string {
  if (cluster.nodes === undefined) {
    return '';
  }
  const view = new ClusterView(objects, cluster);
  const control = architecturesOf(cluster.nodes.filter(isControlPlane));
  const workloads = architecturesOf(view.workloadNodes());
  return [
    ...(control === '' ? [] : [`control plane ${control}`]),
    ...(workloads === '' ? [] : [`VMs on ${workloads}`]),
  ].join(', ');
}

function architecturesOf(of: readonly { readonly architecture: string }[]): string {
  return [...new Set(of.map(({ architecture }) => architecture))]
    .filter((architecture) => architecture !== '')
    .sort()
    .join(' and ');
}

function hypervisors({ hypervisorsInUse }: Cluster): string {
  if (hypervisorsInUse === undefined) {
    return '';
  }
  const { cluster, realisations } = hypervisorsInUse;
  const used = [...new Set([cluster, ...Object.keys(realisations)])].sort();
  return `hypervisor${used.length === 1 ? '' : 's'} ${used.join(', ')}`;
}

/** Those of the user's own; what HyperConverged brings along is on every such cluster. */
function goldenImages({ hco }: Target, objects: readonly KubeObject[]): string {
  const object = hco === undefined ? undefined : objects.find(isHyperConverged);
  if (object === undefined) {
    return '';
  }
  const { templates, multiArch } = viewHyperConverged(object, hco!);
  const own = templates.filter((template) => template.spec !== undefined && isEnabled(template));
  return own.length === 0
    ? ''
    : `${own.length} golden image${own.length === 1 ? '' : 's'}${multiArch.on ? ', for each architecture' : ''}`;
}

function machinePools(objects: readonly KubeObject[]): string {
  const count = objects.filter(({ kind }) => kind === 'MachineDeployment').length;
  return count === 0 ? '' : `${count} machine pool${count === 1 ? '' : 's'}`;
}

function gates({ supportByArch = {} }: Cluster): string {
  const known = Object.keys(supportByArch);
  return known.length === 0 ? '' : `support by architecture of ${known.sort().join(', ')}`;
}
