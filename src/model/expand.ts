import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { type Adapted, adaptTo } from './adapt';
import { type PlatformContext, workloadArchitectures } from './context';
import { MOST_REPLICAS, type Replication, type VirtualMachineDeclaration } from './virtual-machine';

/** The VMs that one entry stands for, and what there is to say about the entry itself. */
interface ExpandedEntry {
  readonly vms: readonly Adapted[];
  readonly findings: readonly Finding[];
}

/** One entry as single VMs: per architecture, then replicas. */
export function expandVm(entry: VirtualMachineDeclaration & Replication, platform: PlatformContext): ExpandedEntry {
  const { replicas, perArchitecture, class: _, ...definition } = entry;
  const architectures = perArchitecture === true ? workloadArchitectures(platform) : perArchitecture;
  const findings = [...checkReplicas(replicas), ...checkShared(entry)];
  if (perArchitecture !== undefined && (architectures === undefined || architectures.length === 0)) {
    return { vms: [], findings: [...findings, unknownArchitectures()] };
  }
  const replicated = (vm: Adapted): Adapted[] =>
    replicas === undefined || checkReplicas(replicas).length > 0
      ? [vm]
      : Array.from({ length: replicas }, (_, i) => ({
          ...vm,
          declaration: named(vm.declaration, String(i + 1)),
        }));
  const vms =
    architectures === undefined
      ? [{ declaration: definition, findings: [] }]
      : architectures.map((architecture) => forArchitecture(architecture, definition, platform));
  return { vms: vms.flatMap(replicated), findings };
}

/** A definition for one of several architectures, under a name of its own. */
function forArchitecture(
  architecture: Architecture,
  definition: VirtualMachineDeclaration,
  platform: PlatformContext,
): Adapted {
  return adaptTo(architecture, named(definition, architecture), platform);
}

function named(definition: VirtualMachineDeclaration, suffix: string): VirtualMachineDeclaration {
  return { ...definition, name: `${definition.name}-${suffix}` };
}

function checkReplicas(replicas: number | undefined): Finding[] {
  if (replicas === undefined || (Number.isInteger(replicas) && replicas >= 1 && replicas <= MOST_REPLICAS)) {
    return [];
  }
  return [
    {
      code: 'PV003',
      severity: 'error',
      path: 'replicas',
      what: `${replicas} is not a number of VMs`,
      why: 'That many VMs are written, each with its own name and identity',
      fix: `write a whole number from 1 to ${MOST_REPLICAS}`,
    },
  ];
}

/** What makes one VM itself cannot be given to several. */
function checkShared(entry: VirtualMachineDeclaration & Replication): Finding[] {
  const several = (entry.replicas ?? 1) > 1 || entry.perArchitecture !== undefined;
  const own: readonly (readonly [string, unknown])[] = [
    ['firmware.uuid', entry.firmware?.uuid],
    ['firmware.serial', entry.firmware?.serial],
    ['hostname', entry.hostname],
    ...(entry.networks ?? []).map(({ name, macAddress }) => [`networks[${name}].macAddress`, macAddress] as const),
    ...(entry.perArchitecture === undefined ? [] : [['architecture', entry.architecture] as const]),
  ];
  return !several
    ? []
    : own
        // What is left to the cluster is each VM's own.
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([path]) => ({
          code: 'PV003',
          severity: 'error' as const,
          path,
          what: 'this is for one VM, but the entry describes several',
          why: 'All of them would have the same one, and VMs with the same identity disturb each other on the network',
          fix: 'leave it out, or write one entry per VM',
        }));
}

function unknownArchitectures(): Finding {
  return {
    code: 'PV004',
    severity: 'error',
    path: 'perArchitecture',
    what: 'there are no architectures: the list is empty, or the platform has no nodes',
    why: 'One VM is created per architecture, so there would be none',
    fix: 'list the architectures, or the nodes of the platform',
  };
}
