import { atLeast, holdsIn, type Release, type Releases } from '../kube/release';
import type { Architecture } from './facts';

/**
 * First KubeVirt that changes VMs while they run unless its resource says otherwise; before, only if it does.
 *
 * Source: kubevirt pkg/virt-config/virt-config.go DefaultVMRolloutStrategy, v1.5.3 and v1.6.0.
 */
export const LIVE_UPDATE_SINCE: Release = '1.6';

/** How a cluster rolls out a change of a VM, where nothing but its KubeVirt decides. */
export function rolloutStrategy(written: unknown, kubevirt: Release): 'LiveUpdate' | 'Stage' {
  const isWritten = written !== undefined && written !== null && written !== '';
  const isLive = isWritten ? written === 'LiveUpdate' : atLeast(kubevirt, LIVE_UPDATE_SINCE);
  return isLive ? 'LiveUpdate' : 'Stage';
}

/**
 * Releases in which the memory of guests can grow while they run, by architecture; never where there is no row.
 *
 * Source: kubevirt pkg/liveupdate/memory/memory.go, v1.3.0 to v1.9.0. That arm64 was let through was a mistake, put right twice.
 */
const MEMORY_GROWS: Readonly<Partial<Record<Architecture, Releases>>> = {
  amd64: {},
  arm64: [{ before: '1.5.3' }, { since: '1.6', before: '1.6.1' }],
};

/** Whether KubeVirt plugs memory into running guests of an architecture. */
export function growsMemory(architecture: string, kubevirt: Release): boolean {
  const releases = Object.hasOwn(MEMORY_GROWS, architecture) ? MEMORY_GROWS[architecture as Architecture] : undefined;
  return releases !== undefined && holdsIn(releases, kubevirt);
}
