import { catalogued, DEFAULT_HYPERVISOR, HYPERVISOR_ALIASES } from '../hypervisors/catalogue';
import { overheadsOf } from '../hypervisors/overheads';
import type { HypervisorProfile } from '../hypervisors/profile';
import { own } from '../kube/object';
import type { Release } from '../kube/release';
import type { FixedOverheads } from './context';

/** KubeVirt's own estimate of the processes in a launcher pod, in Mi. */
export function fixedOverheads(kubevirt: Release, name = DEFAULT_HYPERVISOR): FixedOverheads {
  const {
    launcherMonitor = 0,
    launcher = 0,
    virtlogd = 0,
    daemon = 0,
    vmm = 0,
  } = overheadsOf(profileOf(name), kubevirt);
  return { launcherMonitor, launcher, virtlogd, daemon, vmm };
}

/** Which device a hypervisor of KubeVirt needs. */
export function hypervisorDevice(name: string): string {
  return (profileOf(name).properties.device.value ?? '').replace('devices.kubevirt.io/', '');
}

/** What is unknown is taken for the default, as KubeVirt does. */
function profileOf(name: string): HypervisorProfile {
  return catalogued(own(HYPERVISOR_ALIASES, name) ?? name) ?? catalogued(DEFAULT_HYPERVISOR)!;
}
