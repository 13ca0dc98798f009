import { isArchitecture } from '../../architectures/architecture';
import { ARCHITECTURE_FACTS } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import { isMap } from '../../kube/object';
import { checkChoices } from '../../placement/check-written';
import type { PlacementDeclaration } from '../../placement/declaration';
import { demandsOf } from '../../placement/demands';
import { checkInstancePlacement } from '../../placement/instance-dialect';
import { checkEscapes } from '../check-escapes';
import { architectureOf, type PlatformContext } from '../context';
import type { DiskDeclaration } from '../disk';
import { checkVmHypervisor } from '../hypervisors';
import type { InstanceDeclaration } from '../instance';
import type { VirtualMachineDeclaration, VirtualMachineInstanceDeclaration } from '../virtual-machine';
import { watchdogOf } from '../watchdog';
import { leftOutOfTemplate } from './data-volume';
import { instanceOfKeys, virtualMachineOfKeys } from './virtual-machine';

const NOTHING: readonly never[] = [];

/** What is declared of a VM and has no place in its object on this platform, and what is done differently. */
export function leftOutOfVm(vm: VirtualMachineDeclaration, platform: PlatformContext): readonly Finding[] {
  const found = leftOutOfKeys(vm, platform);
  return vm.spec === undefined && vm.patches === undefined
    ? found
    : [...found, ...checkEscapes(virtualMachineOfKeys(vm, platform), vm)];
}

function leftOutOfKeys(vm: InstanceDeclaration, platform: PlatformContext): readonly Finding[] {
  const { watchdog, placement, disks = NOTHING } = vm;
  const found = [
    ...checkVmHypervisor(vm, platform),
    ...(watchdog === undefined ? NOTHING : leftOutWatchdog(vm, platform)),
    ...(placement === undefined ? NOTHING : leftOutPlacement(placement)),
    ...disks.flatMap((disk) => leftOutOfDisk(disk, vm, platform)),
  ];
  return found.length === 0 ? NOTHING : found;
}

/** The same of an instance of its own. */
export function leftOutOfInstance(
  instance: VirtualMachineInstanceDeclaration,
  platform: PlatformContext,
): readonly Finding[] {
  const own = (instance.disks ?? []).filter((disk) => disk.dataVolumeTemplate !== undefined);
  return [
    ...leftOutOfKeys(instance, platform),
    ...checkEscapes(instanceOfKeys(instance, platform), instance),
    ...own.map(({ name }) => ({
      code: 'PV003',
      severity: 'error' as const,
      path: `disks[${name}]`,
      what: 'an instance has no volumes of its own',
      why: 'Only a VirtualMachine can create DataVolumes; a VirtualMachineInstance has no such field',
      fix: 'declare a DataVolume beside it, or make it a VirtualMachine',
    })),
  ];
}

function leftOutWatchdog(vm: InstanceDeclaration, platform: PlatformContext): readonly Finding[] {
  if (vm.architecture !== undefined && !isArchitecture(vm.architecture)) {
    return NOTHING;
  }
  const architecture = architectureOf(vm, platform);
  const { kubevirt } = platform.target;
  if (architecture === undefined) {
    return [
      {
        code: 'PV004',
        severity: 'error',
        path: 'architecture',
        what: 'a watchdog is set, but the architecture is left to the cluster',
        why: WATCHDOG_WHY,
        fix: 'write the architecture, or leave watchdog out',
      },
    ];
  }
  const { watchdog, source } = ARCHITECTURE_FACTS[architecture];
  return watchdogOf(architecture, kubevirt) !== undefined
    ? NOTHING
    : [
        {
          code: 'PV105',
          severity: 'error',
          path: 'watchdog',
          what:
            watchdog === undefined
              ? `${architecture} guests have no watchdog`
              : `${architecture} guests have a watchdog from KubeVirt ${watchdog.since}, the target is ${kubevirt}`,
          why: WATCHDOG_WHY,
          fix: 'leave watchdog out',
          source,
        },
      ];
}

const WATCHDOG_WHY = 'Each architecture has its own device; KubeVirt rejects the instance with another one';

function leftOutPlacement(placement: PlacementDeclaration): readonly Finding[] {
  const { together = NOTHING, apart = NOTHING, spread = NOTHING } = placement;
  const choices = checkChoices(placement);
  const others = [...together, ...apart, ...spread];
  return others.every(({ labels }) => isMap(labels) && Object.keys(labels).length > 0)
    ? choices
    : [...choices, ...checkInstancePlacement(demandsOf({ together, apart, spread }))];
}

function leftOutOfDisk(disk: DiskDeclaration, vm: InstanceDeclaration, platform: PlatformContext): readonly Finding[] {
  return disk.dataVolumeTemplate !== undefined
    ? leftOutOfTemplate(
        disk.dataVolumeTemplate,
        `disks[${disk.name}].dataVolumeTemplate.`,
        architectureOf(vm, platform),
        platform,
      )
    : NOTHING;
}
