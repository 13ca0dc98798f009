import type { HypervisorProfile } from './profile';
import { QEMU_KVM, QEMU_MSHV } from './qemu-facts';

/** Those of KubeVirt itself, which nearly every cluster stops at. */
const OWN: readonly HypervisorProfile[] = [QEMU_KVM, QEMU_MSHV];

let all: readonly HypervisorProfile[] | undefined;

/**
 * Every hypervisor driver that libvirt has, and QEMU on Microsoft's hypervisor as a row of its own.
 *
 * The facts about the others are loaded when somebody asks for them.
 */
export function catalogue(): readonly HypervisorProfile[] {
  if (all === undefined) {
    const { CLOUD_HYPERVISOR, LXC, XEN } = require('./local-facts') as typeof import('./local-facts');
    const { FOREIGN } = require('./foreign-facts') as typeof import('./foreign-facts');
    all = [...OWN, CLOUD_HYPERVISOR, XEN, LXC, ...FOREIGN];
  }
  return all;
}

/** What runs a machine that names no hypervisor. */
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
  const isMeant = (profile: HypervisorProfile) => profile.name === name;
  return OWN.find(isMeant) ?? catalogue().find(isMeant);
}

/** A hypervisor by what the KubeVirt resource calls it. */
export function nativeHypervisor(name: string): HypervisorProfile | undefined {
  return OWN.find(({ native }) => native === name);
}
