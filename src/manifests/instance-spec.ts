import type { Bootloader, Domain, Interface, VirtualMachineInstanceSpec, Watchdog } from '../../imports/kubevirt';
import { ARCHITECTURE_FACTS, type Architecture } from '../architectures/facts';
import { type Autoattach, needsRawDisk, withoutRefused } from '../hypervisors/adapt';
import { compact, nonEmpty } from '../kube/object';
import { architectureOf, defaultMachineType, type PlatformContext } from '../platform/context';
import { hypervisorMark, hypervisorOf } from '../platform/hypervisors';
import { placedInstance } from '../platform/instance-placement';
import type { Firmware, InstanceDeclaration, WatchdogAction } from '../platform/virtual-machine';
import { type BusContext, cloudInitParts, type DiskParts, diskParts } from './disk';
import { guestIdentity } from './identity';
import { networkParts } from './network';

/** The spec of an instance: what a VirtualMachine's template and a VirtualMachineInstance have in common. */
export function instanceSpec(
  declaration: InstanceDeclaration,
  platform: PlatformContext,
  hasPreference = false,
): VirtualMachineInstanceSpec {
  const architecture = architectureOf(declaration, platform);
  const hypervisor = hypervisorOf(declaration, platform);
  const disks = diskPartsOf(declaration, { architecture, hasPreference, needsRawDisk: needsRawDisk(hypervisor) });
  const networks = (declaration.networks ?? []).map(networkParts);
  const placed = placedInstance(declaration.placement);
  return {
    ...compact({
      // An architecture that nobody runs on is written as it is, so that the finding and the manifest agree.
      architecture: declaration.architecture ?? architecture,
      affinity: placed?.affinity,
      evictionStrategy: declaration.evictionStrategy,
      hostname: declaration.hostname,
      hypervisor: hypervisorMark(declaration, platform).field,
      networks: nonEmpty(networks.map(({ network }) => network)),
      nodeSelector: declaration.nodeSelector,
      priorityClassName: declaration.priorityClassName,
      terminationGracePeriodSeconds: declaration.terminationGracePeriodSeconds,
      tolerations: nonEmpty([...(declaration.tolerations ?? []), ...(placed?.tolerations ?? [])]),
      topologySpreadConstraints: placed?.topologySpreadConstraints,
      volumes: nonEmpty(disks.map(({ volume }) => volume)),
    }),
    domain: domain(
      declaration,
      platform,
      architecture,
      hasPreference,
      disks,
      networks.map(({ card }) => card),
      withoutRefused(hypervisor),
    ),
  };
}

/** Name of the DataVolume that a machine makes for one of its disks. */
export function ownVolumeName(machine: string, disk: string): string {
  return `${machine}-${disk}`;
}

function diskPartsOf({ name, disks = [], cloudInit }: InstanceDeclaration, context: BusContext): DiskParts[] {
  const parts = disks.map((disk) => diskParts(disk, ownVolumeName(name, disk.name), context));
  return cloudInit === undefined ? parts : [...parts, cloudInitParts(cloudInit, context)];
}

function domain(
  declaration: InstanceDeclaration,
  platform: PlatformContext,
  architecture: Architecture | undefined,
  hasPreference: boolean,
  disks: readonly DiskParts[],
  cards: readonly Interface[],
  autoattach: Autoattach,
): Domain {
  const { cpu, memory, hugepages, firmware, watchdog, tpm } = declaration;
  const machineType = declaration.machineType ?? writtenMachineType(architecture, platform, hasPreference);
  return {
    ...compact({
      cpu: cpu && compact({ ...cpu }),
      features: firmware?.bootloader === 'efi-secure-boot' ? { smm: { enabled: true } } : undefined,
      firmware: {
        ...guestIdentity(platform.name, declaration.namespace ?? platform.namespace, declaration.name, firmware),
        ...compact({ bootloader: bootloader(firmware) }),
      },
      machine: machineType === undefined ? undefined : { type: machineType },
      memory: compact({ guest: memory, hugepages: hugepages === undefined ? undefined : { pageSize: hugepages } }),
    }),
    devices: {
      ...autoattach,
      ...compact({
        disks: nonEmpty(disks.map(({ device }) => device)),
        interfaces: nonEmpty(cards),
        tpm: tpm === undefined ? undefined : tpm === 'persistent' ? { persistent: true } : {},
        watchdog: watchdogDevice(watchdog, architecture),
      }),
    },
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
): Watchdog | undefined {
  if (action === undefined || architecture === undefined) {
    return undefined;
  }
  const { watchdog } = ARCHITECTURE_FACTS[architecture];
  return watchdog === undefined ? undefined : { name: 'watchdog', [watchdog.device]: { action } };
}
