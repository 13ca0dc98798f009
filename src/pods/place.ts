import { chooseFrom } from '../findings/suggestion';
import { own } from '../kube/object';
import { type ClusterNode, ZONE_LABEL } from '../target/node';
import { emptyNode, type NodeState, withPods } from './node-state';
import type { PodView } from './pod-view';
import { type FilterVerdict, objectionTo } from './scheduler-filters';
import { Surroundings } from './surroundings';
import { compare, compareNames, type Workload } from './workload';

export type { Workload } from './workload';
/** A node that is not to be, and why. */
export interface Rejection extends Pick<FilterVerdict, 'reason' | 'kind' | 'detail' | 'also' | 'isOfPod'> {
  readonly node: string;
}

/** What is said of every node. Workloads that are alike share it. */
interface Answers {
  /** Nodes that nothing is against. */
  readonly fits: readonly string[];
  /** Nodes of which too little is known. */
  readonly unknown: readonly Rejection[];
  /** Every other node, with the first objection. */
  readonly rejects: readonly Rejection[];
}

/** Where a workload can run. */
export interface PlacedWorkload extends Answers {
  readonly workload: Workload;
  /** The nodes as they were when it was judged. */
  readonly around: Surroundings;
  /** Where it runs already. */
  readonly runsOn?: string;
  /** Where it was put, when nodes are filled one after the other. */
  readonly placedOn?: string;
}

/** Pods that run already, by the name of their node. */
export type Running = ReadonlyMap<string, readonly PodView[]>;

/** How nodes are looked at. */
export interface NodeOptions {
  readonly running?: Running;
  /** Whether to fill nodes one after the other, in the order of names, as opposed to judging each workload alone. */
  readonly pack?: boolean;
}

/** Where each workload can run on these nodes. Scores are not predicted: which node it will be is not said. */
export function place(
  workloads: readonly Workload[],
  nodes: readonly ClusterNode[],
  { running = new Map(), pack = false }: NodeOptions = {},
): PlacedWorkload[] {
  const states = statesOf(nodes, running);
  const own = launcherPods(running);
  return pack ? packed(workloads, states, own) : eachAlone(workloads, states, own);
}

/** Nodes with what runs on them. */
export function statesOf(nodes: readonly ClusterNode[], running: Running = new Map()): NodeState[] {
  return nodes.map((node) => withPods(emptyNode(node), running.get(node.name) ?? []));
}

/** Whether there is a node that takes a pod, or may: for callers that need not know which. */
export function fitsSomewhere(pod: PodView, around: Surroundings): boolean {
  return around.nodes.some((state) => objectionTo(pod, state, around)?.answer !== 'no');
}

/** The launcher pods of a VM that runs, by their node: two, while it migrates. */
type Launched = ReadonlyMap<string, readonly PodView[]>;

function launcherPods(running: Running): ReadonlyMap<string, Launched> {
  const found = new Map<string, Map<string, PodView[]>>();
  for (const [node, pods] of running) {
    for (const pod of pods) {
      if (pod.vm !== undefined) {
        const name = `${pod.namespace}/${pod.vm}`;
        const own = found.get(name) ?? new Map<string, PodView[]>();
        found.set(name, own.set(node, [...(own.get(node) ?? []), pod]));
      }
    }
  }
  return found;
}

/** Where a VM runs: the first of its nodes. */
function nodeOf(launched: Launched): string {
  const [node] = launched.keys();
  return node!;
}

/** On the nodes as they are. What runs already is judged as if it did not: it does not stand in its own way. */
function eachAlone(
  workloads: readonly Workload[],
  states: readonly NodeState[],
  own: ReadonlyMap<string, Launched>,
): PlacedWorkload[] {
  const around = new Surroundings(states);
  const isSeen = states.some(({ pods }) => pods.some(({ apart }) => apart.length > 0));
  const known = new Map<string, Answers>();
  return workloads.map((workload) => {
    const { pod } = workload;
    const launched = own.get(`${workload.namespace}/${workload.name}`);
    if (launched !== undefined) {
      const without = around.without(launched);
      return { workload, around: without, runsOn: nodeOf(launched), ...answersFor(workload, without) };
    }
    const key = pod === undefined ? '' : demandKey(pod, isSeen);
    const answers = (pod === undefined ? undefined : known.get(key)) ?? answersFor(workload, around);
    known.set(key, answers);
    return { workload, around, ...answers };
  });
}

/**
 * One after the other, in the order of names, each on the first node that takes it. What runs already stays where it is, and
 * what is halted takes no room.
 */
function packed(
  workloads: readonly Workload[],
  nodes: readonly NodeState[],
  own: ReadonlyMap<string, Launched>,
): PlacedWorkload[] {
  const states = [...nodes];
  const index = new Map(states.map(({ node }, i) => [node.name, i]));
  let around = new Surroundings([...states]);
  return [...workloads].sort(compareNames).map((workload) => {
    const launched = own.get(`${workload.namespace}/${workload.name}`);
    if (launched !== undefined) {
      const [node, without] = [nodeOf(launched), around.without(launched)];
      return { workload, around: without, ...answersFor(workload, without), runsOn: node, placedOn: node };
    }
    const answers = answersFor(workload, around);
    const placed = { workload, around, ...answers };
    const [first] = [...answers.fits].sort(compare);
    if (
      first === undefined ||
      workload.pod === undefined ||
      workload.isHalted === true ||
      workload.refused !== undefined
    ) {
      return placed;
    }
    const i = index.get(first)!;
    states[i] = withPods(states[i]!, [workload.pod]);
    around = new Surroundings([...states], around.index);
    return { ...placed, placedOn: first };
  });
}

/** What is to be said of every node. */
export function answersFor({ pod, podsByArchitecture, doubts = [] }: Workload, around: Surroundings): Answers {
  const open = {
    answer: 'unknown',
    reason: 'its pod is not known',
    kind: 'pod',
    detail: doubts[0] ?? 'its pod cannot be told',
  } as const;
  const fits: string[] = [];
  const unknown: Rejection[] = [];
  const rejects: Rejection[] = [];
  for (const state of around.nodes) {
    const asking = pod ?? podsByArchitecture?.get(state.node.architecture);
    const found = asking === undefined ? open : objectionTo(asking, state, around);
    const objection = pod !== undefined || found?.answer === 'no' ? found : open;
    if (objection === undefined) {
      fits.push(state.node.name);
      continue;
    }
    const { answer, reason, kind, detail, also, isOfPod }: Omit<FilterVerdict, 'cause'> = objection;
    const rejection = {
      node: state.node.name,
      reason,
      kind,
      detail,
      ...(also === undefined ? {} : { also }),
      ...(isOfPod === undefined ? {} : { isOfPod }),
    };
    (answer === 'no' ? rejects : unknown).push(rejection);
  }
  return { fits, unknown, rejects };
}

/** Whether nothing can make it run on these nodes, or in its namespace. */
export function isPending({ workload, fits, unknown, runsOn }: PlacedWorkload): boolean {
  return runsOn === undefined && (workload.refused !== undefined || (fits.length === 0 && unknown.length === 0));
}

/** `0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient memory.`, as kube-scheduler says it. */
export function schedulerMessage({ rejects, unknown, fits }: Answers): string {
  const [first] = rejects;
  if (first?.isOfPod === true && fits.length === 0) {
    return `0/${rejects.length + unknown.length} nodes are available: ${first.reason}.`;
  }
  const counts = new Map<string, number>();
  const add = (reason: string) => counts.set(reason, (counts.get(reason) ?? 0) + 1);
  for (const { reason, also = [] } of rejects) {
    add(reason);
    also.forEach(add);
  }
  const reasons = [...counts].map(([reason, count]) => `${count} ${reason}`).sort(compare);
  const total = rejects.length + unknown.length + fits.length;
  return `${fits.length}/${total} nodes are available${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}.`;
}

/**
 * Pods with the same key are treated alike on the same nodes, whatever they are called.
 *
 * Who a pod is matters only where it looks at other pods, or where they look at it.
 *
 * @param isSeen whether pods that are there already want to be apart from some
 */
function demandKey(pod: PodView, isSeen: boolean): string {
  const {
    selector,
    terms,
    tolerations,
    requests,
    asked,
    spread,
    together,
    apart,
    namespace,
    labels,
    claims = [],
  } = pod;
  const isSocial = isSeen || spread.length > 0 || together.length > 0 || apart.length > 0;
  return JSON.stringify([
    selector,
    terms,
    tolerations,
    asked.map((resource) => [resource, String(requests[resource])]),
    isSocial ? [spread, together, apart, namespace, labels] : [],
    claims.map(({ likeness }) => likeness),
  ]);
}

/** What is lost in a drill. */
export interface Loss {
  /** As it was said: `n1`, `zone=eu-1`, `arch=arm64`. */
  readonly said: string;
  readonly nodes: readonly string[];
}

/** Short words for labels; any other word before `=` is a label as it is. */
const LABELS: Readonly<Record<string, string>> = {
  zone: ZONE_LABEL,
  region: 'topology.kubernetes.io/region',
  hostname: 'kubernetes.io/hostname',
};

/** The nodes that are lost; a sentence about what is wrong with how it was said, where there is no such node. */
export function lossOf(said: string, nodes: readonly ClusterNode[]): Loss | string {
  const at = said.indexOf('=');
  if (at === -1) {
    const names = nodes.map(({ name }) => name);
    return names.includes(said) ? { said, nodes: [said] } : `there is no node "${said}": ${few(said, names)}`;
  }
  const [word, value] = [said.slice(0, at), said.slice(at + 1)];
  const ownOf = ({ architecture, labels }: ClusterNode) =>
    word === 'arch' || word === 'architecture' ? architecture : own(labels, own(LABELS, word) ?? word);
  const lost = nodes.filter((node) => ownOf(node) === value).map(({ name }) => name);
  if (lost.length > 0) {
    return { said, nodes: lost };
  }
  const values = [...new Set(nodes.map(ownOf))].filter((each) => each !== undefined && each !== '').sort() as string[];
  return values.length === 0
    ? `no node has a ${word}: write the name of a node, zone=…, arch=… or a label of nodes`
    : `no node has ${word} "${value}": ${few(value, values)}`;
}

/** A cluster can have more nodes than fit a line. */
function few(written: string, names: readonly string[]): string {
  const most = 8;
  const told = chooseFrom(written, names);
  return names.length <= most || told.startsWith('did you mean')
    ? told
    : `write one of ${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}
