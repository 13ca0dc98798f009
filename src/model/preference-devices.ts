import { BLOCK_SIZE, type BlockSize } from './disk';
import { VIRTUAL_GPU_OPTIONS, type VirtualGpuOptions } from './guest-devices';
import { field, group, table } from './rows/row';
import { flag, known, type Nothing, nothing, text } from './rows/shapes';
import type { TpmDevice } from './tpm';
import { tpmRow } from './tpm';

/** Devices of VMs that do not say it themselves. */
export interface PreferredDevices {
  /** Bus of disks. */
  readonly diskBus?: 'virtio' | 'sata' | 'scsi' | 'usb';
  /** Bus of CD-ROMs. */
  readonly cdromBus?: 'sata' | 'scsi' | 'virtio';
  /** Bus of LUNs. */
  readonly lunBus?: 'virtio' | 'sata' | 'scsi';
  /** How the node caches disks. */
  readonly diskCache?: 'none' | 'writethrough' | 'writeback';
  /** How the node reads and writes disks. */
  readonly diskIo?: 'native' | 'threads';
  /** Block size of disks. */
  readonly diskBlockSize?: BlockSize;
  /** Whether every disk has a thread of its own. */
  readonly diskDedicatedIoThread?: boolean;
  /** Whether disks have a queue for each processor. */
  readonly blockMultiQueue?: boolean;
  /** What the guest sees of network cards. */
  readonly interfaceModel?: string;
  /** Network cards on the pod's network are behind the pod's address. */
  readonly interfaceMasquerade?: Nothing;
  /** Whether network cards have a queue for each processor. */
  readonly networkInterfaceMultiQueue?: boolean;
  /** Bus of tablets and keyboards. */
  readonly inputBus?: 'usb' | 'virtio';
  /** What a person moves and types with. */
  readonly inputType?: 'tablet' | 'keyboard';
  /** What the guest sees of a sound card. */
  readonly soundModel?: 'ich9' | 'ac97';
  /** What the guest sees of a graphics card. */
  readonly videoType?: string;
  /** Devices that tell the node about a panic of the guest's kernel. */
  readonly panicDeviceModel?: 'hyperv' | 'isa' | 'pvpanic';
  /** A source of random numbers. */
  readonly rng?: Nothing;
  /** A trusted platform module. */
  readonly tpm?: 'transient' | 'persistent' | TpmDevice;
  /** How virtual graphics processors show pictures. */
  readonly virtualGPUOptions?: VirtualGpuOptions;
  /** Whether there is a graphics card. */
  readonly autoattachGraphicsDevice?: boolean;
  /** Whether there is something to move and type with. */
  readonly autoattachInputDevice?: boolean;
  /** Whether there is a balloon for memory. */
  readonly autoattachMemBalloon?: boolean;
  /** Whether there is a network card on the pod's network. */
  readonly autoattachPodInterface?: boolean;
  /** Whether there is a serial console. */
  readonly autoattachSerialConsole?: boolean;
  /** Whether nothing can be plugged in while the guest runs. */
  readonly disableHotplug?: boolean;
  /** Whether devices are as guests expect them that know only old ones of virtio. */
  readonly useVirtioTransitional?: boolean;
}

export const PREFERRED_DEVICES = table<PreferredDevices>('PreferredDevices', () => ({
  diskBus: field('preferredDiskBus', known('virtio', 'sata', 'scsi', 'usb'), 'scsi'),
  cdromBus: field('preferredCdromBus', known('sata', 'scsi', 'virtio'), 'scsi'),
  lunBus: field('preferredLunBus', known('virtio', 'sata', 'scsi'), 'scsi'),
  diskCache: field('preferredDiskCache', known('none', 'writethrough', 'writeback'), 'none'),
  diskIo: field('preferredDiskIO', known('native', 'threads'), 'native'),
  diskBlockSize: group('preferredDiskBlockSize', BLOCK_SIZE),
  diskDedicatedIoThread: field('preferredDiskDedicatedIoThread', flag, true),
  blockMultiQueue: field('preferredBlockMultiQueue', flag, true),
  interfaceModel: field('preferredInterfaceModel', text, 'virtio'),
  interfaceMasquerade: field('preferredInterfaceMasquerade', nothing, {}),
  networkInterfaceMultiQueue: field('preferredNetworkInterfaceMultiQueue', flag, true),
  inputBus: field('preferredInputBus', known('usb', 'virtio'), 'virtio'),
  inputType: field('preferredInputType', known('tablet', 'keyboard'), 'tablet'),
  soundModel: field('preferredSoundModel', known('ich9', 'ac97'), 'ac97'),
  videoType: field('preferredVideoType', text, 'virtio'),
  panicDeviceModel: field('preferredPanicDeviceModel', known('hyperv', 'isa', 'pvpanic'), 'pvpanic'),
  rng: field('preferredRng', nothing, {}),
  tpm: tpmRow('preferredTPM'),
  virtualGPUOptions: group('preferredVirtualGPUOptions', VIRTUAL_GPU_OPTIONS),
  autoattachGraphicsDevice: field('preferredAutoattachGraphicsDevice', flag, false),
  autoattachInputDevice: field('preferredAutoattachInputDevice', flag, true),
  autoattachMemBalloon: field('preferredAutoattachMemBalloon', flag, false),
  autoattachPodInterface: field('preferredAutoattachPodInterface', flag, false),
  autoattachSerialConsole: field('preferredAutoattachSerialConsole', flag, false),
  disableHotplug: field('preferredDisableHotplug', flag, true),
  useVirtioTransitional: field('preferredUseVirtioTransitional', flag, true),
}));
