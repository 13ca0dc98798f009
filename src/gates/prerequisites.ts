import type { Finding } from '../findings/finding';
import { atLeast, type Release } from '../kube/release';
import { enablementOf, type GateLists } from './enablement';
import type { FeatureGates } from './registry';
import type { FeatureGate } from './stages';

/** What a gate needs of the cluster around KubeVirt. */
export interface Prerequisite {
  /** First Kubernetes that has what the gate builds on. */
  readonly kubernetes: Release;
  /** What it builds on. */
  readonly what: string;
  /** What becomes of guests where that is missing. */
  readonly otherwise: string;
  readonly source: string;
}

/** Gates that are of no use, or worse, on a Kubernetes that is too old for them. */
export const PREREQUISITES: Readonly<Partial<Record<FeatureGate, Prerequisite>>> = {
  ImageVolume: {
    kubernetes: '1.35',
    what: 'image volumes of pods',
    otherwise:
      'With it, container disks are image volumes of the launcher pod instead of sidecar containers, so guests that ' +
      'have one do not start where pods have no such volumes',
    source: 'kubevirt tests/testsuite/kubevirtresource.go, which turns it off below Kubernetes 1.35',
  },
};

/** What a gate needs; nothing where it needs nothing that we know of. */
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
