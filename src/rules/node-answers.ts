import type { Architecture } from '../architectures/facts';
import type { CheckContext, ClusterView } from '../cluster/cluster-view';
import { checkFits } from '../cluster/fits';
import { isMachine } from '../cluster/guests';
import type { Machine } from '../cluster/machine-of';
import type { Finding } from '../findings/finding';
import { demandOf } from './demand';
import { checkDevices } from './devices';
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

/** What was said about the cluster before this one, and what that followed from: the clusters of a fleet are often alike too. */
let last: { readonly ground: string; readonly answers: Answers } | undefined;

/** Of more nodes than these it takes longer to write down what they are than to look at them again. */
const MOST_NODES = 100;
/** What clusters that are alike have to say together before it is forgotten. */
const MOST_ANSWERS = 10_000;

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
  answer.fits ??= checkFits(machine, cluster);
  return answer.fits;
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
  const found = known.get(cluster) ?? answersOnSameGround(cluster);
  known.set(cluster, found);
  return found;
}

function answersOnSameGround(cluster: ClusterView): Answers {
  const ground = groundOf(cluster);
  if (ground !== undefined && last?.ground === ground && last.answers.byDemand.size < MOST_ANSWERS) {
    return last.answers;
  }
  const answers: Answers = {
    byDemand: new Map(),
    isByNamespace:
      ['ResourceQuota', 'Namespace'].some((kind) => cluster.ofKind('', kind).length > 0) ||
      cluster.ofKind('k8s.cni.cncf.io', 'NetworkAttachmentDefinition').length > 0,
  };
  last = ground === undefined ? undefined : { ground, answers };
  return answers;
}

/**
 * Everything that answers can follow from beside the machine itself: what is known of the cluster, and all of its objects but
 * machines, which have no say in where another one runs. Nothing where that is too much to compare.
 */
function groundOf({ context, nodes = [], objects }: ClusterView): string | undefined {
  const all = context.existing === undefined ? objects : [...objects, ...context.existing];
  return nodes.length > MOST_NODES
    ? undefined
    : JSON.stringify([GROUND_KEYS.map((key) => context[key]), nodes, all.filter((object) => !isMachine(object))]);
}

/** All that is known of a cluster but its nodes and objects; CRDs are about structure. The compiler notices a missing one. */
const GROUND = {
  target: true,
  architectures: true,
  distribution: true,
  supportByArch: true,
  hypervisorsInUse: true,
} as const satisfies Record<Exclude<keyof CheckContext, 'nodes' | 'existing' | 'crds'>, true>;
const GROUND_KEYS = Object.keys(GROUND) as (keyof typeof GROUND)[];
