import type { HypervisorProfile } from './profile';

/** What KubeVirt itself calls what a whole cluster runs. */
export type ClusterHypervisor = 'kvm' | 'hyperv-direct';

/** The device that KubeVirt asks for in every launcher pod, and that virt-handler offers on every node: no other one. */
export const CLUSTER_DEVICES: Readonly<Record<ClusterHypervisor, string>> = {
  kvm: 'devices.kubevirt.io/kvm',
  'hyperv-direct': 'devices.kubevirt.io/mshv',
};

/** Whether a device is one of those by which KubeVirt runs guests, which only one kind of cluster has. */
export function clusterWithDevice(device: string | undefined): ClusterHypervisor | undefined {
  return (Object.keys(CLUSTER_DEVICES) as ClusterHypervisor[]).find((name) => CLUSTER_DEVICES[name] === device);
}

/** Whether a launcher's device needs KubeVirt to be told that it runs on Microsoft's hypervisor. */
export function needsNativeField({ native, properties }: HypervisorProfile): boolean {
  return native === 'hyperv-direct' || properties.device.value === CLUSTER_DEVICES['hyperv-direct'];
}
