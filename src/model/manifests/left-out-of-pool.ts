import type { Finding } from '../../findings/finding';
import type { Release } from '../../kube/release';
import { fieldFact, hasField, releasesOf } from '../../machines/facts';
import type { MachinePoolDeclaration } from '../../machines/pool';
import { type ProviderContext, poolDemands, poolGeneration, poolPlacement } from '../../machines/provider-spec';
import { checkChoices } from '../../placement/check-written';
import { instancePlacement } from '../../placement/instance-dialect';
import type { PlatformContext } from '../context';
import { POOL_PLACES } from '../pool-places';
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
  what: 'the target does not say which machine-controller the cluster runs',
  why: 'A provider spec of one release is refused by another, and a preset that one obeys the other ignores',
  fix: `write it, as target: { machineController: '1.66' }, or choose dialect: capk`,
};

function leftOutOfProvider(pool: MachinePoolDeclaration, controller: Release): Finding[] {
  return [
    ...placelessKeys(pool, controller).map((path) => placeless(path, pool, controller)),
    ...(pool.clusterApi === undefined ? [] : [ONLY_CAPK]),
  ];
}

const ONLY_CAPK: Finding = {
  code: 'PV907',
  severity: 'error',
  path: 'clusterApi',
  what: 'clusterApi is written for a pool that Cluster API does not make',
  why: 'The machine-controller has nothing like it: it would be left out without a word',
  fix: 'add dialect: capk, or leave clusterApi out',
};

/** The pool without what its controller has no place for. */
export function placedPool(pool: MachinePoolDeclaration, controller: Release): MachinePoolDeclaration {
  return placelessKeys(pool, controller).reduce<MachinePoolDeclaration>((rest, path) => {
    const [key = '', part] = path.split('.');
    const { [key as 'primaryDisk']: holder, ...others } = rest;
    if (part === undefined || holder === undefined) {
      return others as MachinePoolDeclaration;
    }
    const { [part as 'source']: _left, ...kept } = holder;
    return { ...others, [key]: kept } as MachinePoolDeclaration;
  }, pool);
}

/** What is declared and has no place in the provider spec of this release. */
function placelessKeys(pool: MachinePoolDeclaration, controller: Release): string[] {
  const generation = poolGeneration(pool, controller);
  const isFlat = generation === 'flat' || generation === 'proposal';
  return Object.entries(POOL_PLACES).flatMap(([path, place]) => {
    const [key = '', part] = path.split('.');
    const holder = pool[key as keyof MachinePoolDeclaration];
    const value = part === undefined ? holder : (holder as Readonly<Record<string, unknown>> | undefined)?.[part];
    const isThere = isFlat ? place!.flat !== undefined : hasField(place!.nested, controller);
    return value === undefined || isThere ? [] : [path];
  });
}

function placeless(path: string, pool: MachinePoolDeclaration, controller: Release): Finding {
  const { nested } = POOL_PLACES[path]!;
  const fact = fieldFact(nested);
  const isProposal = poolGeneration(pool, controller) === 'proposal';
  return {
    code: 'PV907',
    severity: 'error',
    path,
    what: `machine-controller ${isProposal ? 'as proposed' : controller} has no ${nested}${fact === undefined ? '' : `: ${releasesOf(fact)}`}`,
    why: 'Its strict reader refuses the MachineDeployment',
    fix: `leave ${path} out, or target a release that has it`,
    source: 'machine-controller sdk/cloudprovider/kubevirt/types.go',
  };
}
