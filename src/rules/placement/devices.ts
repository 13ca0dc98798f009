import type { Architecture } from '../../architectures/facts';
import { type InstanceSpec, listAt } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import { clusterContextOf } from '../../cluster/launcher-context';
import { type PolicyOnPod, policyOn } from '../../cluster/vm-hypervisor';
import type { Finding } from '../../findings/finding';
import { CLUSTER_DEVICES, clusterWithDevice } from '../../hypervisors/profile';
import { type Certainty, selectsNode } from '../../kube/node-selector';
import { isMap, type KubeObject, largest } from '../../kube/object';
import { parseQuantity } from '../../kube/quantity';
import { type DeviceRequest, deviceRequests, KUBEVIRT_DEVICES, saidDevices } from '../../pods/devices';
import type { ClusterNode } from '../../target/node';

/** Devices that the pod of a VM asks for, and no node that it may go to has. Nothing is said where nodes are not known. */
export function checkDevices(
  object: KubeObject,
  spec: InstanceSpec,
  architecture: Architecture,
  cluster: ClusterView,
): Finding[] {
  if (cluster.nodes === undefined) {
    return [];
  }
  const nodes = cluster.workloadNodes(architecture);
  // Where there is none at all, or none that is selected, another finding says so.
  if (!nodes.some((node) => selectsNode(spec, node) !== 'no')) {
    return [];
  }
  const requests = underPolicy(deviceRequests(spec, clusterContextOf(cluster)), policyOn(object, cluster));
  return [...requests, ...saidDevices(spec)]
    .filter((request) => !nodes.some((node) => hasDevice(node, request) !== 'no' && selectsNode(spec, node) !== 'no'))
    .map((request) => nowhere(request, architecture, nodes, cluster));
}

/** The rest of KubeVirt's own requests, and those that a policy writes instead. */
function underPolicy(requests: readonly DeviceRequest[], policy: PolicyOnPod | undefined): readonly DeviceRequest[] {
  if (policy === undefined) {
    return requests;
  }
  if ('unknown' in policy) {
    return requests.filter(({ resource }) => clusterWithDevice(resource) === undefined);
  }
  const { device, hypervisor } = policy.effect;
  return device === undefined
    ? requests
    : requests.flatMap((request) => {
        if (!device.from.includes(request.resource)) {
          return [request];
        }
        const reason = `${hypervisor} runs the guest with it, by its policy`;
        return device.to === 'none' ? [] : [{ ...request, resource: device.to, reason }];
      });
}

/**
 * Whether a node has as many of a device.
 *
 * A declared node has what KubeVirt brings to a healthy one, which does not include Microsoft's hypervisor, and one that has
 * that has no KVM; of other devices it has those of its pool, and it is not known where a pool names none. An exported node has what it shows; one that shows no device of KubeVirt's is waiting for KubeVirt, or was shortened.
 */
function hasDevice({ allocatable, known }: ClusterNode, { resource, count }: DeviceRequest): Certainty {
  const amount = parseQuantity(allocatable[resource] ?? '');
  if (amount !== undefined) {
    return amount.nano >= BigInt(count) * 1_000_000_000n ? 'yes' : 'no';
  }
  const names = Object.keys(allocatable);
  const isOfKubeVirt = resource.startsWith(KUBEVIRT_DEVICES);
  if (known === 'exported') {
    return names.some((name) => !isOfKubeVirt || name.startsWith(KUBEVIRT_DEVICES)) ? 'no' : 'unknown';
  }
  if (isOfKubeVirt && resource !== CLUSTER_DEVICES['hyperv-direct']) {
    return resource === CLUSTER_DEVICES.kvm && CLUSTER_DEVICES['hyperv-direct'] in allocatable ? 'no' : 'yes';
  }
  return names.some((name) => name.includes('/')) ? 'no' : 'unknown';
}

function nowhere(
  { resource, count, path, reason }: DeviceRequest,
  architecture: Architecture,
  nodes: readonly ClusterNode[],
  cluster: ClusterView,
): Finding {
  const most = nodes.map(({ allocatable }) => Number(allocatable[resource] ?? 0)).filter((each) => each > 0);
  const isFew = most.length > 0 && largest(most) < count;
  const soon = !isFew && isComing(resource, cluster);
  return {
    code: 'PV450',
    severity: soon ? 'warning' : 'error',
    path,
    what: isFew
      ? `no node has ${count} of ${resource}, the most is ${largest(most)}`
      : `no ${architecture} node that the VM may go to has ${resource} (${reason})`,
    why: soon
      ? 'Its pod stays Pending until KubeVirt finds such a device on a node, as its configuration lets it'
      : 'Its pod asks for the device, so kube-scheduler finds no node for it and it stays Pending forever',
    fix: resource.startsWith(KUBEVIRT_DEVICES)
      ? `see why virt-handler does not offer ${resource} there, or leave out what asks for it`
      : `add a node with ${resource}, or ask for a device that the nodes have${offered(nodes)}`,
    source: 'kubevirt pkg/virt-controller/services/renderresources.go, pkg/virt-handler/device-manager',
  };
}

function offered(nodes: readonly ClusterNode[]): string {
  const names = new Set(nodes.flatMap(({ allocatable }) => Object.keys(allocatable)));
  const devices = [...names].filter((name) => name.includes('/') && !name.startsWith(KUBEVIRT_DEVICES)).sort();
  return devices.length === 0 || devices.length > 8 ? '' : `: ${devices.join(', ')}`;
}

/** Whether KubeVirt offers a device itself, by a configuration that is not on the cluster yet as far as one sees. */
function isComing(resource: string, { kubevirt, configuration }: ClusterView): boolean {
  const permitted = configuration?.permittedHostDevices;
  return (
    kubevirt?.status === undefined &&
    isMap(permitted) &&
    ['pciHostDevices', 'mediatedDevices', 'usb'].some((kind) =>
      listAt(permitted, kind).some(
        ({ resourceName, externalResourceProvider }) => resourceName === resource && externalResourceProvider !== true,
      ),
    )
  );
}
