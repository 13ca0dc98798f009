import type { Finding } from '../findings/finding';
import { type HypervisorDeclaration, REALISATIONS, type Realisation } from './declaration';
import { type Candidate, type Obstacle, obstaclesTo, type RealisationContext } from './obstacles';
import { overheadSum, overheadsOf } from './overheads';
import { policyApi } from './policy-api';
import type { HypervisorProfile } from './profile';
import { QEMU_KVM } from './qemu-facts';
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

/** Ways that the platform takes by itself, best first. The others change more than anybody expects. */
const BY_ITSELF: readonly Realisation[] = ['native', 'cluster-image'];

/** Ways that concern every machine of the cluster. */
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

function refusal(obstacle: Obstacle, named: Realisation, candidate: Candidate, context: RealisationContext): Finding {
  const others = REALISATIONS.filter((way) => way !== named && obstaclesTo(way, candidate, context).length === 0);
  const fix = others.length === 0 ? obstacle.fix : `${obstacle.fix}; or choose realisation: ${others.join(' or ')}`;
  return { ...obstacle, severity: 'error', fix };
}

function noWay(candidate: Candidate, context: RealisationContext): Finding {
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
    why: 'Its machines would run on whatever the cluster runs, or not at all',
    fix: `choose one of ${alternatives.join(', ')}`,
  };
}

/** What a way that works costs, or leaves open. */
function costsOf(
  realisation: Realisation,
  { profile }: Candidate,
  { kubevirt, kubernetes }: RealisationContext,
): Finding[] {
  switch (realisation) {
    case 'native':
      return [];
    case 'cluster-image':
      return [...unproven(profile.name), ...otherOverhead(profile, kubevirt)];
    case 'pod-policy':
      return [...unproven(profile.name), ...mustBeOn(kubernetes)];
    case 'proposal':
      return [
        cost(
          'warning',
          `no released KubeVirt has the field hypervisor of ${profile.name}’s machines`,
          'The API server prunes or refuses it unless your build of KubeVirt has it in its CRD',
          'apply it to a cluster with such a build only',
          'the proposal was closed upstream; VEP 97 leaves the field out',
        ),
      ];
  }
}

function unproven(name: string): Finding[] {
  return [
    cost(
      'info',
      `polyvirt prepares the pods for ${name} and cannot prove that a guest boots`,
      'That depends on the launcher image, which has to be made for this release of KubeVirt',
      'try one machine before the others',
    ),
  ];
}

function mustBeOn(kubernetes: string | undefined): Finding[] {
  const api = kubernetes === undefined ? undefined : policyApi(kubernetes);
  return api === undefined || api.onByDefault
    ? []
    : [
        cost(
          'warning',
          `mutating policies are off by default in Kubernetes ${kubernetes}`,
          'Without them the policy is not accepted, and its machines run in KubeVirt’s own launcher',
          `turn on the feature gate MutatingAdmissionPolicy and --runtime-config=${api.apiVersion}=true of the API server, or update to 1.36`,
        ),
      ];
}

/** KubeVirt reserves what QEMU takes, whatever is in the image. */
function otherOverhead(profile: HypervisorProfile, kubevirt: string): Finding[] {
  const more = overheadDifference(profile, kubevirt);
  if (more === 0) {
    return [];
  }
  return [
    cost(
      more === undefined || more < 0 ? 'info' : 'warning',
      more === undefined
        ? `nobody knows how much memory ${profile.name} takes beside its guests`
        : `${profile.name} takes ${Math.abs(more)}Mi ${more > 0 ? 'more' : 'less'} beside a guest than QEMU`,
      'KubeVirt reserves what QEMU takes; a launcher that needs more is killed when the node runs out of memory',
      'measure it, and raise additionalGuestMemoryOverheadRatio of KubeVirt if it needs more; or choose pod-policy',
    ),
  ];
}

/** Mebibytes that a launcher takes more than KubeVirt reserves; nothing where nobody knows. */
export function overheadDifference(profile: HypervisorProfile, kubevirt: string): number | undefined {
  const [own, reserved] = [profile, QEMU_KVM].map((each) => overheadSum(overheadsOf(each, kubevirt)));
  return own === undefined || reserved === undefined ? undefined : own - reserved;
}

function cost(severity: 'warning' | 'info', what: string, why: string, fix: string, source?: string): Finding {
  return {
    code: 'PV412',
    severity,
    path: 'realisation',
    what,
    why,
    fix,
    ...(source === undefined ? {} : { source }),
  };
}
