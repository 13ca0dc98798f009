import type { Finding } from '../../findings/finding';
import { pathSteps } from '../../kube/path';
import type { Release } from '../../kube/release';
import { fieldFact, releasesOf } from '../../machines/facts';
import {
  type MachinePoolDeclaration,
  type ProviderContext,
  poolDemands,
  poolGeneration,
  poolPlacement,
} from '../../machines/pool';
import { checkChoices } from '../../placement/check-written';
import { instancePlacement } from '../../placement/instance-dialect';
import type { PlatformContext } from '../context';
import { MACHINE_POOL } from '../machine-pool';
import { valueAtSteps } from '../object-steps';
import { type ProviderPlace, type ProviderRow, placeFor } from '../provider-row';
import type { AnyTable } from '../rows/row';
import { once } from '../rows/shapes';
import { leftOutOfCapkPool } from './left-out-of-capk-pool';

/** What is declared of a pool and has no place in its objects: in this dialect, or for this controller. */
export function leftOutOfPool(
  pool: MachinePoolDeclaration,
  { target }: PlatformContext,
  context: ProviderContext,
): Finding[] {
  const isCapk = pool.dialect === 'capk';
  return [
    ...(isCapk || pool.dialect === 'proposal' || target.machineController !== undefined ? [] : [UNKNOWN_CONTROLLER]),
    ...(isCapk ? leftOutOfCapkPool(pool) : leftOutOfProvider(pool, context.controller)),
    ...checkChoices(pool.placement),
    ...(isCapk
      ? instancePlacement(poolDemands(pool), { md: pool.name }).findings
      : poolPlacement(pool, context).findings),
  ];
}

const UNKNOWN_CONTROLLER: Finding = {
  code: 'PV004',
  severity: 'error',
  what: 'the target sets no machine-controller release',
  why: 'A provider spec for one release is rejected by another, and one ignores presets that another obeys',
  fix: `write it, as target: { machineController: '1.66' }, or choose dialect: capk`,
};

function leftOutOfProvider(pool: MachinePoolDeclaration, controller: Release): Finding[] {
  return [
    ...placelessKeys(pool, controller).map(([path, place]) => placeless(path, place, pool, controller)),
    ...(pool.clusterApi === undefined ? [] : [ONLY_CAPK]),
  ];
}

const ONLY_CAPK: Finding = {
  code: 'PV907',
  severity: 'error',
  path: 'clusterApi',
  what: 'clusterApi is set for a pool that Cluster API does not manage',
  why: 'The machine-controller has no equivalent: it would be dropped silently',
  fix: 'add dialect: capk, or leave clusterApi out',
};

/** What is declared and has no place in the provider spec of this release. */
function placelessKeys(pool: MachinePoolDeclaration, controller: Release): [string, ProviderPlace][] {
  const context = { pool, controller };
  return places().filter(([path, place]) => {
    const isSaid = valueAtSteps(pool, pathSteps(path)!) !== undefined;
    return isSaid && place.isKnownOtherwise !== true && placeFor(place, context) === undefined;
  });
}

/** The keys that are fields of the provider spec. */
const places = once(() => placesOf(MACHINE_POOL as unknown as AnyTable, ''));

function placesOf({ rows }: AnyTable, prefix: string): [string, ProviderPlace][] {
  return Object.entries(rows).flatMap(([key, row]): [string, ProviderPlace][] => {
    const { provider } = row as Partial<Pick<ProviderRow<unknown>, 'provider'>>;
    const below = row.below === undefined ? [] : placesOf(row.below, `${prefix}${key}.`);
    return [...(provider === undefined ? [] : [[`${prefix}${key}`, provider] as [string, ProviderPlace]]), ...below];
  });
}

function placeless(path: string, place: ProviderPlace, pool: MachinePoolDeclaration, controller: Release): Finding {
  const nested = place.fact ?? place.nested;
  const fact = fieldFact(nested);
  const isProposal = poolGeneration(pool, controller) === 'proposal';
  return {
    code: 'PV907',
    severity: 'error',
    path,
    what: `machine-controller ${isProposal ? 'as proposed' : controller} has no ${nested}${fact === undefined ? '' : `: ${releasesOf(fact)}`}`,
    why: 'It decodes strictly and rejects the MachineDeployment',
    fix: `leave ${path} out, or target a release that has it`,
    source: 'machine-controller sdk/cloudprovider/kubevirt/types.go',
  };
}
