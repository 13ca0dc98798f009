import type { Finding } from '../findings/finding';
import { atLeast, type Release } from '../kube/release';
import { costsOf } from './costs';
import { type HypervisorDeclaration, PLUGIN_SINCE, REALISATIONS, type Realisation, realisationIn } from './declaration';
import { domainHooks } from './domain-hooks';
import type { Obstacle, RealisationContext, UsedHypervisor } from './obstacle';
import { NATIVE_SINCE, obstaclesTo } from './obstacles';
import { clusterWithDevice, type HypervisorProfile, needsNativeField } from './profile';
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
  const written = declaration.realisation;
  if (written !== undefined) {
    const named = realisationIn(written, context.kubevirt);
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

/** Realisations that could work for a hypervisor with a release of KubeVirt, given an image and whatever else it needs. */
export function conceivable(profile: HypervisorProfile, kubevirt: Release): Realisation[] {
  const { runsInLauncher, native, properties } = profile;
  const device = properties.device.value;
  const isThere: Readonly<Partial<Record<Realisation, boolean>>> = {
    native: native === 'kvm' || (native !== undefined && atLeast(kubevirt, NATIVE_SINCE)),
    // KubeVirt asks for one of its own two devices, whatever is in the image.
    'cluster-image':
      (device === undefined || clusterWithDevice(device) !== undefined) &&
      (!needsNativeField(profile) || atLeast(kubevirt, NATIVE_SINCE)),
    plugin: atLeast(kubevirt, PLUGIN_SINCE) && properties.diskBus.value !== 'none' && domainHooks(profile).length > 0,
  };
  return runsInLauncher ? REALISATIONS.filter((way) => isThere[way] ?? true) : [];
}

function refusal(
  obstacle: Obstacle,
  named: Realisation,
  candidate: UsedHypervisor,
  context: RealisationContext,
): Finding {
  const others = REALISATIONS.filter((way) => way !== named && isOpen(way, candidate, context));
  const fix = others.length === 0 ? obstacle.fix : `${obstacle.fix}; or choose realisation: ${others.join(' or ')}`;
  return { ...obstacle, severity: 'error', fix };
}

/** Whether a way is free of obstacles, also of another hypervisor that has the whole cluster: KubeVirt runs one. */
function isOpen(way: Realisation, candidate: UsedHypervisor, context: RealisationContext): boolean {
  const isTaken = isClusterWide(way) && context.taken !== undefined && context.taken !== candidate.profile.name;
  return !isTaken && obstaclesTo(way, candidate, context).length === 0;
}

function noWay(candidate: UsedHypervisor, context: RealisationContext): Finding {
  const { profile } = candidate;
  const ways = conceivable(profile, context.kubevirt).map((way) => ({
    way,
    obstacle: obstaclesTo(way, candidate, context)[0],
  }));
  if (!profile.runsInLauncher) {
    return { ...obstaclesTo('native', candidate, context)[0]!, severity: 'error' };
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
