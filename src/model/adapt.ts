import { matchesGlob } from '../architectures/architecture';
import { ARCHITECTURE_FACTS, type Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { atLeast } from '../kube/release';
import type { PlatformContext } from './context';
import type { DiskDeclaration } from './disk';
import type { VirtualMachineDeclaration } from './virtual-machine';

/** One definition made legal on one architecture, and what had to change. */
export interface Adapted {
  readonly declaration: VirtualMachineDeclaration;
  readonly findings: readonly Finding[];
}

/** One field that does not carry over to every architecture. */
interface Adaptation {
  readonly path: string;
  /** The declaration without what the architecture rejects, or nothing where there is nothing to change. */
  readonly adapt: (
    declaration: VirtualMachineDeclaration,
    architecture: Architecture,
    platform: PlatformContext,
  ) => VirtualMachineDeclaration | undefined;
  readonly what: (declaration: VirtualMachineDeclaration, architecture: Architecture) => string;
}

const ADAPTATIONS: readonly Adaptation[] = [
  {
    path: 'machineType',
    adapt: ({ machineType, ...rest }, architecture, platform) => {
      const globs =
        platform.kubevirt?.architectureConfiguration?.[architecture]?.emulatedMachines ??
        ARCHITECTURE_FACTS[architecture].emulatedMachines;
      return machineType === undefined || machineType === null || globs.some((glob) => matchesGlob(glob, machineType))
        ? undefined
        : rest;
    },
    what: ({ machineType }, architecture) => `the machine type ${machineType} is left out: ${architecture} has its own`,
  },
  {
    path: 'cpu.model',
    adapt: ({ cpu, ...rest }, architecture) => {
      if (cpu?.model === undefined || cpu.model === 'host-passthrough' || architecture === 'amd64') {
        return undefined;
      }
      // host-model is a request for the node's own, which s390x can answer; a named model is one architecture's.
      if (architecture === 's390x' && cpu.model === 'host-model') {
        return undefined;
      }
      const { model, ...others } = cpu;
      return { ...rest, cpu: others };
    },
    what: ({ cpu }, architecture) => `the CPU model ${cpu?.model} is left out: ${architecture} does not have it`,
  },
  {
    path: 'cpu.threads',
    adapt: ({ cpu, ...rest }, architecture) => {
      const refused = architecture === 'arm64' && cpu?.dedicatedCpuPlacement === true && (cpu.threads ?? 1) > 1;
      return refused
        ? { ...rest, cpu: { ...cpu, threads: 1, cores: (cpu.cores ?? 1) * (cpu.threads ?? 1) } }
        : undefined;
    },
    what: () => 'threads become cores: arm64 places one thread on a dedicated CPU',
  },
  {
    path: 'firmware.bootloader',
    adapt: (declaration, architecture) => {
      const { bootloader, ...firmware } = declaration.firmware ?? {};
      const keeps =
        bootloader === undefined || architecture === 'amd64' || (architecture === 'arm64' && bootloader === 'efi');
      return keeps ? undefined : { ...declaration, firmware };
    },
    what: ({ firmware }, architecture) =>
      `the bootloader ${firmware?.bootloader} is left out: ${architecture} has its own`,
  },
  {
    path: 'watchdog',
    adapt: ({ watchdog, ...rest }, architecture, { target }) => {
      const device = ARCHITECTURE_FACTS[architecture].watchdog;
      return watchdog === undefined || (device !== undefined && atLeast(target.kubevirt, device.since))
        ? undefined
        : rest;
    },
    what: (_declaration, architecture) => `the watchdog is left out: ${architecture} guests have none on this target`,
  },
  {
    path: 'disks',
    adapt: (declaration, architecture) => {
      const disks = declaration.disks?.map((disk) => adaptBus(disk, architecture));
      return disks?.some((disk, i) => disk !== declaration.disks?.[i]) ? { ...declaration, disks } : undefined;
    },
    what: (declaration, architecture) => {
      const names = (declaration.disks ?? [])
        .filter((disk) => adaptBus(disk, architecture) !== disk)
        .map(({ name }) => name);
      return `the bus of ${names.join(', ')} is left to polyvirt: ${architecture} has virtio and scsi`;
    },
  },
];

/**
 * The same machine for another architecture: what that one rejects is replaced by its own, and said.
 *
 * Only for definitions that are meant for several architectures. A VM that names its architecture is taken at its
 * word and refused instead.
 */
export function adaptTo(
  architecture: Architecture,
  definition: VirtualMachineDeclaration,
  platform: PlatformContext,
): Adapted {
  let declaration: VirtualMachineDeclaration = { ...definition, architecture };
  const findings: Finding[] = [];
  for (const { path, adapt, what } of ADAPTATIONS) {
    const adapted = adapt(declaration, architecture, platform);
    if (adapted !== undefined) {
      findings.push({
        code: 'PV106',
        severity: 'info',
        path,
        what: what(declaration, architecture),
        why: 'KubeVirt would reject the instance, or it could not start',
        fix: 'nothing, if that is what you want; otherwise write one virtual machine per architecture',
        source: ARCHITECTURE_FACTS[architecture].source,
      });
      declaration = adapted;
    }
  }
  return { declaration, findings };
}

/** Off amd64 there is neither SATA nor, on s390x, USB. */
function adaptBus(disk: DiskDeclaration, architecture: Architecture): DiskDeclaration {
  if (architecture === 'amd64' || disk.bus === undefined || disk.bus === 'virtio' || disk.bus === 'scsi') {
    return disk;
  }
  const { bus, ...rest } = disk;
  return rest as DiskDeclaration;
}
