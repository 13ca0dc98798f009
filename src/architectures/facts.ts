import { atLeast, holdsIn, type Release, type ReleaseRange, type Releases } from '../kube/release';

/** The CPU architectures that KubeVirt runs on, by their Kubernetes names. */
export const ARCHITECTURES = ['amd64', 'arm64', 's390x'] as const;

/** A CPU architecture, by its Kubernetes name. */
export type Architecture = (typeof ARCHITECTURES)[number];

/** What other tools call the same architectures. */
export const ARCHITECTURE_ALIASES: Readonly<Record<string, Architecture>> = {
  x86_64: 'amd64',
  x64: 'amd64',
  aarch64: 'arm64',
  s390: 's390x',
};

/** The label by which Kubernetes says what a node is. */
export const ARCH_LABEL = 'kubernetes.io/arch';

/**
 * First KubeVirt that no longer rejects secure boot on arm64, and turns it off there unless it is asked for.
 *
 * Source: kubevirt commit 4fca3e6e75, in v1.8.3 and v1.9.0, not in v1.8.2.
 */
export const ARM64_SECURE_BOOT_SINCE: Release = '1.8.3';

/** Where a disk of a kind can be plugged in. */
export type Bus = 'virtio' | 'scsi' | 'sata' | 'usb';

/** What KubeVirt and we take for granted on one architecture. */
interface ArchitectureFact {
  /** What KubeVirt fills in when nothing else says it; the same in every release from 1.3. */
  readonly machineType: string;
  /** Globs of the machine types that KubeVirt accepts unless configured otherwise. */
  readonly emulatedMachines: readonly string[];
  /** Where the launcher looks for UEFI firmware, by release; absent where the architecture has none. */
  readonly ovmfPath: readonly (ReleaseRange & { readonly path: string })[];
  /** First KubeVirt release whose `architectureConfiguration` has a key for it. */
  readonly configurableSince: Release;
  /** KubeVirt's CPU model for guests that name none; only `host-model` gives way to that of the cluster. */
  readonly cpuModel: 'host-model' | 'host-passthrough';
  /** What KubeVirt writes where a disk, CD-ROM or LUN names no bus. */
  readonly diskBus: Bus;
  /** Whether guests have ACPI unless they say otherwise. */
  readonly acpi: boolean;
  /** Firmware of guests that ask for no UEFI. */
  readonly firmware: string;
  /** The video device that the launcher gives guests, by what they boot from. */
  readonly video: { readonly bios: string; readonly efi: string };
  /** The bus that we write for a CD-ROM: KubeVirt's own default off amd64 is `virtio`, which it then rejects. */
  readonly cdromBus: Bus;
  /** The watchdog device that exists there, if any. */
  readonly watchdog?: { readonly device: string; readonly since: Release };
  readonly source: string;
}

/** One row per architecture: a new one is a row here and a name in the list above. */
export const ARCHITECTURE_FACTS: Readonly<Record<Architecture, ArchitectureFact>> = {
  amd64: {
    machineType: 'q35',
    emulatedMachines: ['q35*', 'pc-q35*'],
    ovmfPath: [
      { before: '1.9', path: '/usr/share/OVMF' },
      { since: '1.9', path: '/usr/share/edk2/ovmf' },
    ],
    configurableSince: '1.0',
    cpuModel: 'host-model',
    diskBus: 'sata',
    acpi: true,
    firmware: 'BIOS',
    video: { bios: 'vga', efi: 'bochs' },
    cdromBus: 'sata',
    watchdog: { device: 'i6300esb', since: '1.0' },
    source: 'kubevirt pkg/virt-config/virt-config.go, pkg/defaults/amd64.go, 1.3 to 1.9',
  },
  arm64: {
    machineType: 'virt',
    emulatedMachines: ['virt*'],
    ovmfPath: [{ path: '/usr/share/AAVMF' }],
    configurableSince: '1.0',
    cpuModel: 'host-passthrough',
    diskBus: 'virtio',
    acpi: true,
    firmware: 'none that works',
    video: { bios: 'virtio', efi: 'virtio' },
    cdromBus: 'scsi',
    source: 'kubevirt pkg/virt-config/virt-config.go, pkg/defaults/arm64.go, 1.3 to 1.9; kubevirt#9792',
  },
  s390x: {
    machineType: 's390-ccw-virtio',
    emulatedMachines: ['s390-ccw-virtio*'],
    ovmfPath: [],
    configurableSince: '1.7',
    cpuModel: 'host-model',
    diskBus: 'virtio',
    acpi: false,
    firmware: 'the boot loader of s390-ccw',
    video: { bios: 'virtio', efi: 'virtio' },
    cdromBus: 'scsi',
    watchdog: { device: 'diag288', since: '1.5.1' },
    source: 'kubevirt pkg/virt-config/virt-config.go, pkg/defaults/s390x.go, 1.3 to 1.9; kubevirt#15017',
  },
};

/**
 * First KubeVirt that changes VMs while they run unless its resource says otherwise; before, only if it does.
 *
 * Source: kubevirt pkg/virt-config/virt-config.go DefaultVMRolloutStrategy, v1.5.3 and v1.6.0.
 */
export const LIVE_UPDATE_SINCE: Release = '1.6';

/** How a cluster rolls out a change of a VM, where nothing but its KubeVirt decides. */
export function rolloutStrategy(written: unknown, kubevirt: Release): 'LiveUpdate' | 'Stage' {
  const isWritten = written !== undefined && written !== null && written !== '';
  const isLive = isWritten ? written === 'LiveUpdate' : atLeast(kubevirt, LIVE_UPDATE_SINCE);
  return isLive ? 'LiveUpdate' : 'Stage';
}

/**
 * Releases in which the memory of guests can grow while they run, by architecture; never where there is no row.
 *
 * Source: kubevirt pkg/liveupdate/memory/memory.go, v1.3.0 to v1.9.0. That arm64 was let through was a mistake, put right twice.
 */
const MEMORY_GROWS: Readonly<Partial<Record<Architecture, Releases>>> = {
  amd64: {},
  arm64: [{ before: '1.5.3' }, { since: '1.6', before: '1.6.1' }],
};

/** Whether KubeVirt plugs memory into running guests of an architecture. */
export function growsMemory(architecture: string, kubevirt: Release): boolean {
  const releases = Object.hasOwn(MEMORY_GROWS, architecture) ? MEMORY_GROWS[architecture as Architecture] : undefined;
  return releases !== undefined && holdsIn(releases, kubevirt);
}

/**
 * Labels that virt-handler puts on nodes, by prefix or whole, each with the value `true`.
 *
 * @see kubevirt staging/src/kubevirt.io/api/core/v1/types.go, pkg/virt-handler/node-labeller
 */
export const NODE_LABELS = {
  /** One for each machine type that a node can give its guests; since KubeVirt 1.6 launcher pods ask for it. */
  machineType: 'machine-type.node.kubevirt.io/',
  cpuModel: 'cpu-model.node.kubevirt.io/',
  cpuFeature: 'cpu-feature.node.kubevirt.io/',
  cpuVendor: 'cpu-vendor.node.kubevirt.io/',
  /** The model of the node itself, and the features that a guest of this model must find elsewhere. */
  hostModel: 'host-model-cpu.node.kubevirt.io/',
  hostModelFeature: 'host-model-required-features.node.kubevirt.io/',
  /** The models that a guest may have been started with elsewhere. */
  migrationModel: 'cpu-model-migration.node.kubevirt.io/',
  hyperv: 'hyperv.node.kubevirt.io/',
  /** On a node whose own CPU model is outdated; guests with the model of their host keep away from it. */
  obsoleteModel: 'node-labeller.kubevirt.io/obsolete-host-model',
} as const;
