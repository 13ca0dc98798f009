import { ENABLED, type Enabled } from './enabled';
import { field, group, required, table } from './rows/row';
import { flag, known, text } from './rows/shapes';

/** What a person moves and types with. */
export interface InputDevice {
  /** Its name. */
  readonly name: string;
  /** What it is. */
  readonly type: 'tablet' | 'keyboard';
  /**
   * Bus that it is plugged into.
   *
   * @default - KubeVirt's: `usb`
   */
  readonly bus?: 'usb' | 'virtio';
}

/** A device of the node that the guest gets: by the name of its resource, or by a claim. */
export interface HostDevice {
  /** Its name. */
  readonly name: string;
  /** Resource that brings it, as `vendor.com/device`; KubeVirt must permit it. */
  readonly deviceName?: string;
  /** Name of the claim in `resourceClaims` that brings it. */
  readonly claimName?: string;
  /** Name of the request in the claim. */
  readonly requestName?: string;
  /** Tag by which the guest finds it in its metadata. */
  readonly tag?: string;
}

/** A graphics processor of the node that the guest gets. */
export interface Gpu extends HostDevice {
  /** How a virtual one shows pictures. */
  readonly virtualGPUOptions?: VirtualGpuOptions;
}

/** How a virtual graphics processor shows pictures. */
export interface VirtualGpuOptions {
  /** Its display. */
  readonly display?: GpuDisplay;
}

/** The display of a virtual graphics processor. */
interface GpuDisplay {
  /**
   * Whether there is one.
   *
   * @default true
   */
  readonly enabled?: boolean;
  /** A display before the guest has its driver. */
  readonly ramFB?: Enabled;
}

/** A sound card. */
export interface Sound {
  /** Its name. */
  readonly name: string;
  /**
   * What the guest sees.
   *
   * @default - KubeVirt's: `ich9`
   */
  readonly model?: 'ich9' | 'ac97';
}

/** Devices that tell the node about a panic of the guest's kernel. */
export interface PanicDevice {
  /** What the guest sees. */
  readonly model?: 'hyperv' | 'isa' | 'pvpanic';
}

export const INPUT = table<InputDevice>('InputDevice', () => ({
  name: required(field('name', text, 'tablet')),
  type: required(field('type', known('tablet', 'keyboard'), 'tablet')),
  bus: field('bus', known('usb', 'virtio'), 'virtio'),
}));

const HOST_DEVICE_ROWS = {
  name: required(field('name', text, 'card')),
  deviceName: field('deviceName', text, 'vendor.com/card'),
  claimName: field('claimName', text, 'card'),
  requestName: field('requestName', text, 'card'),
  tag: field('tag', text, 'card'),
};

export const HOST_DEVICE = table<HostDevice>('HostDevice', () => HOST_DEVICE_ROWS);

export const VIRTUAL_GPU_OPTIONS = table<VirtualGpuOptions>('VirtualGpuOptions', () => ({
  display: group(
    'display',
    table<GpuDisplay>('GpuDisplay', () => ({ enabled: field('enabled', flag, false), ramFB: group('ramFB', ENABLED) })),
  ),
}));

export const GPU = table<Gpu>('Gpu', () => ({
  ...HOST_DEVICE_ROWS,
  virtualGPUOptions: group('virtualGPUOptions', VIRTUAL_GPU_OPTIONS),
}));

export const SOUND = table<Sound>('Sound', () => ({
  name: required(field('name', text, 'sound')),
  model: field('model', known('ich9', 'ac97'), 'ac97'),
}));

export const PANIC_DEVICE = table<PanicDevice>('PanicDevice', () => ({
  model: field('model', known('hyperv', 'isa', 'pvpanic'), 'pvpanic'),
}));
