import type {
  Bootloader,
  Domain,
  DomainDevices,
  Interface,
  VirtualMachineInstanceSpec,
  Volume,
  Watchdog,
} from '../../../imports/kubevirt';
import type { Architecture } from '../../architectures/facts';
import { type Autoattach, needsRawDisk, withoutRefused } from '../../hypervisors/resolve';
import { compact, nonEmpty } from '../../kube/object';
import type { Release } from '../../kube/release';
import { demandsOf } from '../../placement/demands';
import { instancePlacement } from '../../placement/instance-dialect';
import { architectureOf, defaultMachineType, type PlatformContext } from '../context';
import { hypervisorMark, hypervisorOf } from '../hypervisors';
import type { Firmware, InstanceDeclaration, WatchdogAction } from '../virtual-machine';
import { type BusContext, cloudInitDevice, cloudInitVolume, diskDevice, diskVolume } from './disk';
import { guestIdentity } from './identity';
import { watchdogOf } from './left-out-of-vm';
import { networkParts } from './network';

/** The spec of an instance: what a VirtualMachine's template and a VirtualMachineInstance have in common. */
export function instanceSpec(
  declaration: InstanceDeclaration,
  platform: PlatformContext,
  hasPreference = false,
): VirtualMachineInstanceSpec {
  const { name, namespace = platform.namespace, hostname, firmware } = declaration;
  const architecture = architectureOf(declaration, platform);
  const hypervisor = hypervisorOf(declaration, platform);
  const networks = (declaration.networks ?? []).map(networkParts);
  const { placement } = declaration;
  const placed = placement === undefined ? undefined : instancePlacement(demandsOf(placement)).written;
  const context = { architecture, hasPreference, needsRawDisk: needsRawDisk(hypervisor) };
  const devices = devicesOf(
    declaration,
    context,
    networks.map(({ card }) => card),
    withoutRefused(hypervisor),
    platform.target.kubevirt,
  );
  const identity = guestIdentity(platform.name, namespace, name, firmware);
  const loader = bootloader(firmware);
  return {
    ...compact({
      // An architecture that does not exist is written as it is, so that the finding and the manifest agree.
      architecture: declaration.architecture ?? architecture,
      affinity: placed?.affinity,
      evictionStrategy: declaration.evictionStrategy,
      hypervisor: hypervisorMark(declaration, platform).field,
      networks: nonEmpty(networks.map(({ network }) => network)),
      nodeSelector: declaration.nodeSelector,
      priorityClassName: declaration.priorityClassName,
      terminationGracePeriodSeconds: declaration.terminationGracePeriodSeconds,
      tolerations: nonEmpty([...(declaration.tolerations ?? []), ...(placed?.tolerations ?? [])]),
      topologySpreadConstraints: placed?.topologySpreadConstraints,
    }),
    ...(hostname === undefined ? {} : { hostname }),
    ...compact({ volumes: nonEmpty(volumesOf(declaration)) }),
    domain: {
      ...domain(declaration, platform, architecture, hasPreference, devices),
      firmware: loader === undefined ? identity : { ...identity, bootloader: loader },
    },
  };
}

/** Name of the DataVolume that a VM makes for one of its disks. */
export function ownVolumeName(vm: string, disk: string): string {
  return `${vm}-${disk}`;
}

function volumesOf({ name, disks = [], cloudInit }: InstanceDeclaration): Volume[] {
  const volumes = disks.map((disk) => diskVolume(disk, ownVolumeName(name, disk.name)));
  if (cloudInit !== undefined) {
    volumes.push(cloudInitVolume(cloudInit));
  }
  return volumes;
}

function domain(
  declaration: InstanceDeclaration,
  platform: PlatformContext,
  architecture: Architecture | undefined,
  hasPreference: boolean,
  devices: DomainDevices,
): Omit<Domain, 'firmware'> {
  const { cpu, memory, hugepages, firmware } = declaration;
  const machineType = declaration.machineType ?? writtenMachineType(architecture, platform, hasPreference);
  return {
    ...compact({
      cpu: cpu && compact({ ...cpu }),
      features: firmware?.bootloader === 'efi-secure-boot' ? { smm: { enabled: true } } : undefined,
      machine: machineType === undefined ? undefined : { type: machineType },
      memory: compact({ guest: memory, hugepages: hugepages === undefined ? undefined : { pageSize: hugepages } }),
    }),
    devices,
  };
}

function devicesOf(
  { disks = [], cloudInit, tpm, watchdog }: InstanceDeclaration,
  context: BusContext,
  cards: readonly Interface[],
  autoattach: Autoattach,
  kubevirt: Release,
): DomainDevices {
  const ofDisks = disks.map((disk) => diskDevice(disk, context));
  return {
    ...autoattach,
    ...compact({
      disks: nonEmpty(cloudInit === undefined ? ofDisks : [...ofDisks, cloudInitDevice(context)]),
      interfaces: nonEmpty(cards),
      tpm: tpm === undefined ? undefined : tpm === 'persistent' ? { persistent: true } : {},
      watchdog: watchdogDevice(watchdog, context.architecture, kubevirt),
    }),
  };
}

/** Written out, since KubeVirt would write it into the object; but a preference may know a better one. */
function writtenMachineType(
  architecture: Architecture | undefined,
  platform: PlatformContext,
  hasPreference: boolean,
): string | undefined {
  return architecture === undefined || hasPreference ? undefined : defaultMachineType(architecture, platform);
}

/** `efi` alone would mean secure boot, which KubeVirt refuses without the feature smm: always say which. */
function bootloader(firmware: Firmware | undefined): Bootloader | undefined {
  switch (firmware?.bootloader) {
    case undefined:
      return undefined;
    case 'bios':
      return { bios: {} };
    case 'efi':
      return { efi: { secureBoot: false } };
    case 'efi-secure-boot':
      return { efi: { secureBoot: true } };
  }
}

function watchdogDevice(
  action: WatchdogAction | undefined,
  architecture: Architecture | undefined,
  kubevirt: Release,
): Watchdog | undefined {
  const device = action === undefined || architecture === undefined ? undefined : watchdogOf(architecture, kubevirt);
  return device === undefined ? undefined : { name: 'watchdog', [device]: { action } };
}
