import { field, items, required, table } from './rows/row';
import { flag, listOf, text, textMap } from './rows/shapes';

/** Fields that permit a device of a node, of any kind. */
interface PermittedDevice {
  /** Name of the resource by which VMs ask for it, as `nvidia.com/GV100GL`. */
  readonly resourceName: string;

  /**
   * Whether another device plugin offers the resource: KubeVirt then only permits it.
   *
   * @default false
   */
  readonly externalResourceProvider?: boolean;
}

/** A PCI device of nodes. */
interface PciHostDevice extends PermittedDevice {
  /** Vendor and product, as `10DE:1DB6`. */
  readonly pciVendorSelector: string;
}

/** A mediated device of nodes: a part of a GPU. */
interface MediatedHostDevice extends PermittedDevice {
  /** Name of its type, as `GRID T4-1Q`. */
  readonly mdevNameSelector: string;
}

/** USB devices of nodes. */
interface UsbHostDevice extends PermittedDevice {
  /**
   * Which ones. All of them together are one resource.
   *
   * @default - none
   */
  readonly selectors?: readonly UsbSelector[];
}

/** A USB device. */
interface UsbSelector {
  /** Its vendor, as `46f4`. */
  readonly vendor: string;
  /** Its product, as `0001`. */
  readonly product: string;
}

/** Devices of nodes that guests may have. */
export interface PermittedHostDevices {
  /**
   * PCI devices.
   *
   * @default - none
   */
  readonly pciHostDevices?: readonly PciHostDevice[];

  /**
   * Mediated devices.
   *
   * @default - none
   */
  readonly mediatedDevices?: readonly MediatedHostDevice[];

  /**
   * USB devices.
   *
   * @default - none
   */
  readonly usb?: readonly UsbHostDevice[];
}

/** What HyperConverged can say of a device beside. */
interface SwitchableDevice {
  /**
   * Whether it is not permitted: how a device that HyperConverged lists by itself is taken away.
   *
   * @default false
   */
  readonly disabled?: boolean;
}

/** A PCI device of nodes, as HyperConverged spells it. */
interface HyperConvergedPciDevice extends PermittedDevice, SwitchableDevice {
  /** Vendor and product, as `10DE:1DB6`. */
  readonly pciDeviceSelector: string;
}

/** A mediated device of nodes, as HyperConverged spells it. */
interface HyperConvergedMediatedDevice extends MediatedHostDevice, SwitchableDevice {}

/** USB devices of nodes, as HyperConverged spells them. */
interface HyperConvergedUsbDevice extends UsbHostDevice, SwitchableDevice {}

/** Devices of nodes that guests may have, as HyperConverged spells them. */
export interface HyperConvergedHostDevices {
  /**
   * PCI devices.
   *
   * @default - none
   */
  readonly pciHostDevices?: readonly HyperConvergedPciDevice[];

  /**
   * Mediated devices.
   *
   * @default - none
   */
  readonly mediatedDevices?: readonly HyperConvergedMediatedDevice[];

  /**
   * USB devices.
   *
   * @default - none
   */
  readonly usbHostDevices?: readonly HyperConvergedUsbDevice[];
}

/** Which mediated devices nodes make of their GPUs. */
export interface MediatedDevicesConfiguration {
  /**
   * Types that every node makes, as `nvidia-222`.
   *
   * @default - none
   */
  readonly mediatedDeviceTypes?: readonly string[];

  /**
   * Other types for some nodes.
   *
   * @default - none
   */
  readonly nodeMediatedDeviceTypes?: readonly NodeMediatedDeviceTypes[];

  /**
   * Whether KubeVirt makes the devices itself; another operator does where not.
   *
   * @default true
   */
  readonly enabled?: boolean;
}

/** Mediated devices of some nodes. */
interface NodeMediatedDeviceTypes {
  /** Labels of the nodes. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** Types that they make. */
  readonly mediatedDeviceTypes?: readonly string[];
}

const RESOURCE_ROWS = {
  resourceName: required(field('resourceName', text, 'example.org/device')),
  externalResourceProvider: field('externalResourceProvider', flag, true),
};

const disabled = field('disabled', flag, true);

const MEDIATED_ROWS = { mdevNameSelector: required(field('mdevNameSelector', text, 'GRID T4-1Q')), ...RESOURCE_ROWS };

const USB_ROWS = {
  ...RESOURCE_ROWS,
  selectors: items(
    'selectors',
    table<UsbSelector>('UsbSelector', () => ({
      vendor: required(field('vendor', text, '46f4')),
      product: required(field('product', text, '0001')),
    })),
  ),
};

export const PERMITTED_HOST_DEVICES = table<PermittedHostDevices>('PermittedHostDevices', () => ({
  pciHostDevices: items(
    'pciHostDevices',
    table<PciHostDevice>('PciHostDevice', () => ({
      pciVendorSelector: required(field('pciVendorSelector', text, '10DE:1DB6')),
      ...RESOURCE_ROWS,
    })),
  ),
  mediatedDevices: items(
    'mediatedDevices',
    table<MediatedHostDevice>('MediatedHostDevice', () => MEDIATED_ROWS),
  ),
  usb: items(
    'usb',
    table<UsbHostDevice>('UsbHostDevice', () => USB_ROWS),
  ),
}));

export const HYPER_CONVERGED_HOST_DEVICES = table<HyperConvergedHostDevices>('HyperConvergedHostDevices', () => ({
  pciHostDevices: items(
    'pciHostDevices',
    table<HyperConvergedPciDevice>('HyperConvergedPciDevice', () => ({
      pciDeviceSelector: required(field('pciDeviceSelector', text, '10DE:1DB6')),
      ...RESOURCE_ROWS,
      disabled,
    })),
  ),
  mediatedDevices: items(
    'mediatedDevices',
    table<HyperConvergedMediatedDevice>('HyperConvergedMediatedDevice', () => ({ ...MEDIATED_ROWS, disabled })),
  ),
  usbHostDevices: items(
    'usbHostDevices',
    table<HyperConvergedUsbDevice>('HyperConvergedUsbDevice', () => ({ ...USB_ROWS, disabled })),
  ),
}));

export const MEDIATED_DEVICES = table<MediatedDevicesConfiguration>('MediatedDevicesConfiguration', () => ({
  mediatedDeviceTypes: field('mediatedDeviceTypes', listOf(text), ['nvidia-222']),
  nodeMediatedDeviceTypes: items(
    'nodeMediatedDeviceTypes',
    table<NodeMediatedDeviceTypes>('NodeMediatedDeviceTypes', () => ({
      nodeSelector: required(field('nodeSelector', textMap, { gpu: 't4' })),
      mediatedDeviceTypes: field('mediatedDeviceTypes', listOf(text), ['nvidia-230']),
    })),
  ),
  enabled: field('enabled', flag, false),
}));
