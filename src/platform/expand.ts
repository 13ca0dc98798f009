import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { type Adapted, adaptTo } from './adapt';
import { checkCount } from './check-metadata';
import { type PlatformContext, workloadArchitectures } from './context';
import type { VirtualMachineEntry } from './platform';
import type { VirtualMachineDeclaration } from './virtual-machine';

/** The machines that one entry stands for, and what there is to say about the entry itself. */
export interface Expanded {
  readonly machines: readonly Adapted[];
  readonly findings: readonly Finding[];
}

/** One entry as single machines: per architecture, then replicas. */
export function expandMachine(entry: VirtualMachineEntry, platform: PlatformContext): Expanded {
  const { replicas, perArchitecture, ...definition } = entry;
  const findings = checkCount(replicas, 'replicas');
  const architectures = perArchitecture === true ? workloadArchitectures(platform) : perArchitecture;
  if (perArchitecture !== undefined && architectures === undefined) {
    return { machines: [], findings: [...findings, unknownArchitectures()] };
  }
  const replicated = (machine: Adapted): Adapted[] =>
    findings.length > 0 || replicas === undefined
      ? [machine]
      : Array.from({ length: replicas }, (_, i) => ({
          ...machine,
          declaration: named(machine.declaration, String(i + 1)),
        }));
  const machines =
    architectures === undefined
      ? [{ declaration: definition, findings: [] }]
      : architectures.map((architecture) => forArchitecture(architecture, definition, platform));
  return { machines: machines.flatMap(replicated), findings };
}

/** A definition for one of several architectures, under a name of its own. */
export function forArchitecture(
  architecture: Architecture,
  definition: VirtualMachineDeclaration,
  platform: PlatformContext,
): Adapted {
  return adaptTo(architecture, named(definition, architecture), platform);
}

function named(definition: VirtualMachineDeclaration, suffix: string): VirtualMachineDeclaration {
  return { ...definition, name: `${definition.name}-${suffix}` };
}

function unknownArchitectures(): Finding {
  return {
    code: 'PV004',
    severity: 'error',
    path: 'perArchitecture',
    what: 'nobody says for which architectures: the platform has no nodes',
    why: 'One machine is made for each architecture of the workers',
    fix: 'list the architectures, or the nodes of the platform',
  };
}
