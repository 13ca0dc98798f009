import type { Architecture } from '../architectures/facts';
import type { Release } from '../kube/release';
import { stageOf } from './history';
import type { FeatureGate } from './stages';

/**
 * Gates that a cluster of these architectures needs although they are not listed.
 *
 * Before 1.8 virt-api refuses an instance of another architecture than its own unless MultiArchitecture is on; which
 * architecture is "its own" depends on the pod that happens to answer.
 */
export function impliedGates(architectures: readonly Architecture[], kubevirt: Release): FeatureGate[] {
  const checked = stageOf('MultiArchitecture', kubevirt) === 'Alpha';
  return architectures.length > 1 && checked ? ['MultiArchitecture'] : [];
}
