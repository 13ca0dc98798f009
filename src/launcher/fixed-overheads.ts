import { atLeast, type Release } from '../kube/release';
import type { FixedOverheads } from './context';

/** KubeVirt's own estimate of the processes in a launcher pod, in Mi. Both of its hypervisors have the same. */
export function fixedOverheads(kubevirt: Release): FixedOverheads {
  return atLeast(kubevirt, '1.5')
    ? { launcherMonitor: 25, launcher: 100, virtlogd: 25, daemon: 40, vmm: 30 }
    : { launcherMonitor: 25, launcher: 100, virtlogd: 20, daemon: 35, vmm: 30 };
}

/** Which device a hypervisor of KubeVirt needs. What nobody knows is taken for KVM, as KubeVirt does. */
export function hypervisorDevice(name: string): string {
  return name === 'hyperv-direct' ? 'mshv' : 'kvm';
}
