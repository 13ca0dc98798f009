import { at, type InstanceSpec } from '../architectures/instance-view';
import { type Amount, amountOf, countOf, positiveAmount, whole, wholeUnits } from './amount';
import type { ClusterContext } from './context';

/** How much guests may have of what their pods ask for, in percent. */
export function overcommitOf({ configuration }: ClusterContext): number {
  return countOf(at(configuration, 'developerConfiguration.memoryOvercommit')) || 100;
}

/** Memory that a pod asks for before anything is added, and why. */
export interface RequestedMemory {
  readonly amount: Amount;
  readonly reason: string;
}

/** What is written, else the limit, else the guest's own, overcommitted; nothing where no memory is said at all. */
export function requestedMemory(spec: InstanceSpec, context: ClusterContext): RequestedMemory | undefined {
  const written = amountOf(at(spec, 'domain.resources.requests.memory'));
  const limit = positiveAmount(at(spec, 'domain.resources.limits.memory'));
  if (written !== undefined && (written.nano > 0n || limit === undefined)) {
    return { amount: written, reason: 'the memory request of the VM' };
  }
  if (limit !== undefined) {
    return { amount: limit, reason: 'the memory limit of the VM' };
  }
  const said = amountOf(at(spec, 'domain.memory.guest'));
  const guest = said ?? amountOf(at(spec, 'domain.memory.hugepages.pageSize'));
  if (guest === undefined || guest.nano <= 0n) {
    return undefined;
  }
  const of = said === undefined ? 'one huge page' : 'the memory of the guest';
  const percent = overcommitOf(context);
  return percent === 100
    ? { amount: guest, reason: of }
    : {
        amount: whole((wholeUnits(guest) * 100n) / BigInt(percent), guest.format),
        reason: `${of}, as memoryOvercommit ${percent} of the KubeVirt resource leaves it`,
      };
}
