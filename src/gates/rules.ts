import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { atLeast, type Release } from '../kube/release';
import { FEATURE_GATES, type FeatureGate, type GateFact, type Stage } from './facts';

/** The stage of a gate in a release, or nothing where it is not registered yet. */
export function stageOf(gate: FeatureGate, kubevirt: Release): Stage | undefined {
  const { history }: GateFact = FEATURE_GATES[gate];
  return history.findLast((step) => atLeast(kubevirt, step.since))?.stage;
}

/**
 * Gates that a cluster of these architectures needs although nobody listed them.
 *
 * Before 1.8 virt-api refuses an instance of another architecture than its own unless MultiArchitecture is on; which
 * architecture is "its own" depends on the pod that happens to answer.
 */
export function impliedGates(architectures: readonly Architecture[], kubevirt: Release): FeatureGate[] {
  const checked = stageOf('MultiArchitecture', kubevirt) === 'alpha';
  return architectures.length > 1 && checked ? ['MultiArchitecture'] : [];
}

/** A gate that changes nothing in this release. Unknown names are left alone: they may be newer than the table. */
export function isInert(gate: string, kubevirt: Release): boolean {
  if (!(gate in FEATURE_GATES)) {
    return false;
  }
  const stage = stageOf(gate as FeatureGate, kubevirt);
  return stage === 'deprecated' || stage === 'discontinued';
}

/** Says which listed gates are left out of the manifest because they do nothing there. */
export function checkInertGates(listed: readonly string[], kubevirt: Release, path: string): Finding[] {
  return listed
    .filter((gate) => isInert(gate, kubevirt))
    .map((gate) => ({
      code: 'PV201',
      severity: 'info' as const,
      path,
      what: `${gate} does nothing in KubeVirt ${kubevirt} and is left out`,
      why: 'Listing it only raises a warning on every update of the KubeVirt resource',
      fix: 'remove it from the list',
      source: FEATURE_GATES[gate as FeatureGate].source,
    }));
}
