import { atLeast, type Release } from '../kube/release';

/** First KubeVirt whose nodes may run guests of another architecture, emulated. Listed before, the gate does nothing. */
const CROSS_ARCHITECTURE_SINCE: Release = '1.9';

/**
 * Whether nodes may run guests of another architecture, so that launcher pods are bound to none.
 *
 * @param isOn whether a gate is on in the cluster, both of its lists considered
 */
export function isCrossArchitecture(isOn: (gate: string) => boolean, kubevirt: Release): boolean {
  return atLeast(kubevirt, CROSS_ARCHITECTURE_SINCE) && isOn('CrossArchitectureVirtualization');
}
