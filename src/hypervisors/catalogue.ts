import { FOREIGN } from './foreign-facts';
import { CLOUD_HYPERVISOR, LXC, XEN } from './local-facts';
import type { HypervisorProfile } from './profile';
import { QEMU_KVM, QEMU_MSHV } from './qemu-facts';

const ALL: readonly HypervisorProfile[] = [QEMU_KVM, QEMU_MSHV, CLOUD_HYPERVISOR, XEN, LXC, ...FOREIGN];

/** Every hypervisor driver that libvirt has, and QEMU on Microsoft's hypervisor as a row of its own. */
export function catalogue(): readonly HypervisorProfile[] {
  return ALL;
}

/** The hypervisor of a VM that names none. */
export const DEFAULT_HYPERVISOR = QEMU_KVM.name;

/** Other names by which people know them. */
export const HYPERVISOR_ALIASES: Readonly<Record<string, string>> = {
  kvm: 'qemu-kvm',
  qemu: 'qemu-kvm',
  'hyperv-direct': 'qemu-mshv',
  mshv: 'qemu-mshv',
  ch: 'cloud-hypervisor',
  libxl: 'xen',
  vbox: 'virtualbox',
  esx: 'vmware-esx',
  vmware: 'vmware-workstation',
  'hyper-v': 'hyperv',
  vz: 'virtuozzo',
};

/** A hypervisor of the catalogue by its name. */
export function catalogued(name: string): HypervisorProfile | undefined {
  return ALL.find((profile) => profile.name === name);
}

/** A hypervisor by what the KubeVirt resource calls it. */
export function nativeHypervisor(name: string): HypervisorProfile | undefined {
  return ALL.find(({ native }) => native === name);
}
