import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import type { ClusterView } from './cluster-view';
import { demandOf } from './demand';
import { checkDevices } from './devices';
import type { Machine } from './machine-of';
import { checkRunsSomewhere } from './nodes';

/** What there is to say of all machines that ask the same of nodes. */
interface Answer {
  /** Why there is no node that it may go to, or none with its devices. */
  readonly nowhere: readonly Finding[];
  /** Why none of those has room for it; nothing where nobody has asked yet. */
  fits?: readonly Finding[];
}

/** Fleets have many machines that are alike. */
interface Answers {
  readonly byDemand: Map<string, Answer>;
  /** Whether namespaces differ in what they add to a pod, as far as it is known. */
  readonly isByNamespace: boolean;
}

const known = new WeakMap<ClusterView, Answers>();

/**
 * Whether there is a node for a machine, where nodes are known.
 *
 * @param isTold whether it is refused, or has no node for a reason that is told already: that is not told again
 */
export function checkNodes(
  machine: Machine,
  architecture: Architecture,
  cluster: ClusterView,
  isTold: boolean,
): readonly Finding[] {
  const answer = answerFor(machine, architecture, cluster);
  if (isTold || answer.nowhere.length > 0) {
    return answer.nowhere;
  }
  answer.fits ??= fitting().checkFits(machine, cluster);
  return answer.fits;
}

/** The scheduler's filters and the whole launcher pod are loaded only where there are nodes to look at. */
function fitting(): typeof import('./fits') {
  return require('./fits') as typeof import('./fits');
}

function answerFor(machine: Machine, architecture: Architecture, cluster: ClusterView): Answer {
  const { byDemand, isByNamespace } = answersOf(cluster);
  const demand = demandOf(machine, isByNamespace);
  const found = byDemand.get(demand);
  if (found !== undefined) {
    return found;
  }
  const { object, expanded } = machine;
  const answer: Answer = {
    nowhere: [
      ...checkRunsSomewhere(expanded.spec, architecture, cluster),
      ...checkDevices(object, expanded.spec, architecture, cluster),
    ],
  };
  byDemand.set(demand, answer);
  return answer;
}

function answersOf(cluster: ClusterView): Answers {
  const found = known.get(cluster);
  if (found !== undefined) {
    return found;
  }
  const made: Answers = {
    byDemand: new Map(),
    isByNamespace:
      ['ResourceQuota', 'Namespace'].some((kind) => cluster.ofKind('', kind).length > 0) ||
      cluster.ofKind('k8s.cni.cncf.io', 'NetworkAttachmentDefinition').length > 0,
  };
  known.set(cluster, made);
  return made;
}
