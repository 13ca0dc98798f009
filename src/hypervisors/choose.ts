import type { Finding } from '../findings/finding';
import { costsOf } from './costs';
import { type HypervisorDeclaration, REALISATIONS, type Realisation } from './declaration';
import type { Obstacle, RealisationContext, UsedHypervisor } from './obstacle';
import { obstaclesTo } from './obstacles';
import type { HypervisorProfile } from './profile';
import { profileOf } from './resolve';

/** How a hypervisor reaches a cluster, or why it does not. */
export interface Choice {
  readonly profile: HypervisorProfile;
  readonly declaration: HypervisorDeclaration;
  /** Absent where none can work. */
  readonly realisation?: Realisation;
  /** Paths are below the declaration of the hypervisor. */
  readonly findings: readonly Finding[];
}

/** Ways that the platform takes by itself, best first. The others change more than users expect. */
const BY_ITSELF: readonly Realisation[] = ['native', 'cluster-image'];

/** Ways that concern every VM of the cluster. */
export function isClusterWide(realisation: Realisation | undefined): boolean {
  return realisation !== undefined && BY_ITSELF.includes(realisation);
}

/** How a hypervisor reaches a cluster: the way that is named, else the best that works. Nothing for an unknown name. */
export function chooseRealisation(
  name: string,
  declared: readonly HypervisorDeclaration[],
  context: RealisationContext,
): Choice | undefined {
  const profile = profileOf(name, declared);
  if (profile === undefined) {
    return undefined;
  }
  const declaration = declared.find((each) => each.name === name) ?? { name };
  const candidate = { profile, declaration };
  const named = declaration.realisation;
  if (named !== undefined) {
    const obstacles = obstaclesTo(named, candidate, context);
    return obstacles.length === 0
      ? { ...candidate, realisation: named, findings: costsOf(named, candidate, context) }
      : { ...candidate, findings: obstacles.map((obstacle) => refusal(obstacle, named, candidate, context)) };
  }
  const realisation = BY_ITSELF.find((way) => obstaclesTo(way, candidate, context).length === 0);
  return realisation === undefined
    ? { ...candidate, findings: [noWay(candidate, context)] }
    : { ...candidate, realisation, findings: costsOf(realisation, candidate, context) };
}

/** Realisations that could work for a hypervisor, given an image and whatever else it needs. */
export function conceivable({ runsInLauncher, native }: HypervisorProfile): Realisation[] {
  return runsInLauncher ? REALISATIONS.filter((way) => way !== 'native' || native !== undefined) : [];
}

function refusal(
  obstacle: Obstacle,
  named: Realisation,
  candidate: UsedHypervisor,
  context: RealisationContext,
): Finding {
  const others = REALISATIONS.filter((way) => way !== named && obstaclesTo(way, candidate, context).length === 0);
  const fix = others.length === 0 ? obstacle.fix : `${obstacle.fix}; or choose realisation: ${others.join(' or ')}`;
  return { ...obstacle, severity: 'error', fix };
}

function noWay(candidate: UsedHypervisor, context: RealisationContext): Finding {
  const { profile } = candidate;
  const ways = REALISATIONS.map((way) => ({ way, obstacle: obstaclesTo(way, candidate, context)[0] }));
  if (!profile.runsInLauncher) {
    return { ...ways[0]!.obstacle!, severity: 'error' };
  }
  const reasons = ways.flatMap(({ way, obstacle }) =>
    obstacle !== undefined && BY_ITSELF.includes(way) ? [`${way}: ${obstacle.what}`] : [],
  );
  const alternatives = ways.map(({ way, obstacle }) =>
    obstacle === undefined ? `realisation: ${way}` : `${way} (${obstacle.fix})`,
  );
  return {
    code: 'PV407',
    severity: 'error',
    path: '',
    what: `there is no way for ${profile.name} to reach this cluster by itself (${reasons.join('; ')})`,
    why: 'Its VMs would run on whatever the cluster runs, or not at all',
    fix: `choose one of ${alternatives.join(', ')}`,
  };
}
