import type { Release } from '../kube/release';
import type { WrittenPlacement } from '../placement/declaration';
import { allDemands, type Demands, demandsOf } from '../placement/demands';
import { type MachinePlacement, machinePlacement } from '../placement/machine-dialect';
import { demandsOfPresets, type Generation, generationOf } from '../placement/presets';
import type { MachinePoolDeclaration } from './pool';

/** What a provider spec is written for. */
export interface ProviderContext {
  readonly controller: Release;
  /** Values that the nodes have of a label; nothing where they are not known. */
  readonly valuesOf?: (key: string) => readonly string[] | undefined;
}

/** What of a pool its placement depends on. */
type Placed = Pick<MachinePoolDeclaration, 'dialect' | 'placement' | 'presets'>;

/** Everything that a pool asks of placement, in either spelling. */
export function poolDemands({ placement, presets }: Placed): Demands {
  return allDemands(demandsOf(placement), demandsOfPresets(presets));
}

/** Which kind of provider spec a pool gets. */
export function poolGeneration({ dialect }: Placed, controller: Release): Generation {
  return dialect === 'proposal' ? 'proposal' : generationOf(controller);
}

/** The placement of a pool as its controller takes it. */
export function poolPlacement(
  pool: Placed,
  { controller, valuesOf }: ProviderContext,
): WrittenPlacement<MachinePlacement> {
  return machinePlacement(poolDemands(pool), {
    generation: poolGeneration(pool, controller),
    ...(valuesOf === undefined ? {} : { valuesOf }),
  });
}
