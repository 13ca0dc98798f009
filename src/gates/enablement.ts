import type { Finding } from '../findings/finding';
import { atLeast, type Release } from '../kube/release';
import type { FeatureGates } from './registry';
import { type FeatureGate, isFeatureGate, isReadUnregistered, type Stage, stageOf } from './stages';

/** First KubeVirt with a list of gates that are off. Commit cd65d977. */
export const DISABLED_GATES_SINCE: Release = '1.8';

/** First KubeVirt in which a Beta gate is on by itself, and a name that is not registered is off although listed. */
export const BETA_ON_SINCE: Release = '1.9';

/** What the configuration of a KubeVirt says about its gates. */
export interface GateLists {
  readonly featureGates?: readonly string[];
  readonly disabledFeatureGates?: readonly string[];
  /** `persistentReservationConfiguration.enabled`, which from 1.9 stands above the gate of that name. */
  readonly persistentReservation?: boolean;
}

/** Why a gate is on or off. */
export type EnablementReason = 'GA' | 'listed' | 'Beta' | 'configured' | 'disabled' | 'opt-in' | 'unregistered';

/** Whether a gate is on, and what makes it so. */
export interface Enablement {
  readonly enabled: boolean;
  readonly reason: EnablementReason;
}

/** The stage of a gate in a release: KubeVirt's own, or that of a registry with gates of your own. */
type StageLookup = (gate: string, kubevirt: Release) => Stage | undefined;

/**
 * Whether a gate is on, as KubeVirt of this release computes it.
 *
 * The first that holds wins; a gate in both lists is on.
 */
export function enablementOf(
  gate: string,
  lists: GateLists,
  kubevirt: Release,
  stage: StageLookup = stageOf,
): Enablement {
  const at = stage(gate, kubevirt);
  const listed = lists.featureGates?.includes(gate) === true;
  const hasDefaults = atLeast(kubevirt, BETA_ON_SINCE);
  if (gate === 'PersistentReservation' && hasDefaults) {
    return reservation(lists, listed);
  }
  if (hasDefaults && at === undefined) {
    return { enabled: false, reason: 'unregistered' };
  }
  if (at === 'GA') {
    return { enabled: true, reason: 'GA' };
  }
  if (listed) {
    return { enabled: true, reason: 'listed' };
  }
  if (atLeast(kubevirt, DISABLED_GATES_SINCE) && lists.disabledFeatureGates?.includes(gate) === true) {
    return { enabled: false, reason: 'disabled' };
  }
  if (hasDefaults && at === 'Beta') {
    return { enabled: true, reason: 'Beta' };
  }
  return { enabled: false, reason: at === undefined ? 'unregistered' : 'opt-in' };
}

/** Registered as GA in 1.9, but KubeVirt never asks its stage: its own field decides, and without that the list. */
function reservation({ persistentReservation }: GateLists, listed: boolean): Enablement {
  if (persistentReservation !== undefined) {
    return { enabled: persistentReservation, reason: 'configured' };
  }
  return listed ? { enabled: true, reason: 'listed' } : { enabled: false, reason: 'opt-in' };
}

/**
 * Whether KubeVirt of a release does what a gate is for: the one answer to "is it on?".
 *
 * Up to 1.8 KubeVirt takes any listed name for on. A gate of a later release then changes nothing: no code asks for it.
 */
export function isOn(gate: string, lists: GateLists, kubevirt: Release, stage: StageLookup = stageOf): boolean {
  const isOfLater = isFeatureGate(gate) && stage(gate, kubevirt) === undefined && !isReadUnregistered(gate, kubevirt);
  return !isOfLater && enablementOf(gate, lists, kubevirt, stage).enabled;
}

/** What a gate needs of the cluster around KubeVirt. */
interface Prerequisite {
  /** First Kubernetes that has what the gate builds on. */
  readonly kubernetes: Release;
  /** What it builds on. */
  readonly what: string;
  /** The effect on guests where that is missing. */
  readonly otherwise: string;
  readonly source: string;
}

/** Gates that are of no use, or worse, on a Kubernetes that is too old for them. */
const PREREQUISITES: Readonly<Partial<Record<FeatureGate, Prerequisite>>> = {
  ImageVolume: {
    kubernetes: '1.35',
    what: 'image volumes of pods',
    otherwise:
      'With it, container disks are image volumes of the launcher pod instead of sidecar containers, so guests that ' +
      'have one do not start where pods have no such volumes',
    source: 'kubevirt tests/testsuite/kubevirtresource.go, which turns it off below Kubernetes 1.35',
  },
};

/** Known needs of a gate; undefined where there are none. */
export function prerequisiteOf(gate: string): Prerequisite | undefined {
  return Object.hasOwn(PREREQUISITES, gate) ? PREREQUISITES[gate as FeatureGate] : undefined;
}

/**
 * Gates that are on, on a Kubernetes that is too old for them, listed or not.
 *
 * Paths are below the lists.
 */
export function checkPrerequisites(lists: GateLists, gates: FeatureGates, kubernetes: Release | undefined): Finding[] {
  if (kubernetes === undefined) {
    return [];
  }
  return Object.keys(PREREQUISITES).flatMap((gate): Finding[] => {
    const needed = prerequisiteOf(gate)!;
    const { enabled, reason } = enablementOf(gate, lists, gates.kubevirt, (name) => gates.stageOf(name));
    if (!enabled || atLeast(kubernetes, needed.kubernetes)) {
      return [];
    }
    const i = lists.featureGates?.indexOf(gate) ?? -1;
    const isListed = reason === 'listed';
    return [
      {
        code: 'PV909',
        severity: 'warning',
        path: isListed ? `featureGates[${i}]` : 'disabledFeatureGates',
        what: `${gate} is on${isListed ? '' : ' by itself'}, and needs Kubernetes ${needed.kubernetes}; the cluster runs ${kubernetes}`,
        why: needed.otherwise,
        fix: isListed ? 'remove it from featureGates' : `add ${gate} to disabledFeatureGates`,
        source: needed.source,
      },
    ];
  });
}
