import { ARCH_LABEL, NODE_LABELS } from '../architectures/facts';
import type { Requirement } from '../kube/node-selector';
import { SCHEDULABLE_LABEL } from '../target/node';
import { type NodeState, shown } from './node-state';
import type { PodView } from './pod-view';
import { type FilterVerdict, objectionTo, shownTaint } from './scheduler-filters';
import { type Surroundings, unmet } from './surroundings';
import type { Workload } from './workload';

/** One change, to the VM or to a node. */
export interface Change {
  readonly on: 'machine' | 'node';
  /** The field below the instance, where it is one of the VM. */
  readonly path?: string;
  /** What to do, as an order. */
  readonly what: string;
}

/** A change, and what is then there. */
interface Changed {
  readonly change: Change;
  readonly pod: PodView;
  readonly state: NodeState;
}

/** A way around an objection. */
export interface Relief {
  /** How much is given up: 1 for a wish, 2 and more for what the guest is, far more for another node. */
  readonly cost: number;
  /** Worked out only if it is worth its cost; nothing where it turns out that it cannot be. */
  readonly make: () => Changed | undefined;
}

/** The price of each kind of change; an amount adds the part of it that is lost. */
export const COST = {
  wish: 1,
  cordon: 2,
  size: 2,
  trait: 2,
  room: 6,
  device: 6,
  handler: 8,
  architecture: 12,
} as const;

/** Ways to take an objection away, the cheapest first; none where no change does. */
export function reliefsFor({ cause }: FilterVerdict, pod: PodView, state: NodeState, workload: Workload): Relief[] {
  const { node } = state;
  const ofVm = (path: string, what: string, changed: Partial<PodView>): Relief => ({
    cost: COST.wish,
    make: () => ({ change: { on: 'machine', path, what }, pod: { ...pod, ...changed }, state }),
  });
  switch (cause.type) {
    case 'cordon': {
      const change: Change = { on: 'node', what: `uncordon ${node.name}` };
      return [{ cost: COST.cordon, make: () => ({ change, pod, state: withNode(state, { unschedulable: false }) }) }];
    }
    case 'taint': {
      const { key, value, effect } = cause.taint;
      const isValued = value !== undefined && value !== '';
      const toleration = { key, ...(isValued ? { operator: 'Equal', value } : { operator: 'Exists' }), effect };
      const tolerations = [...pod.tolerations, toleration];
      return [ofVm('tolerations', `tolerate the taint ${shownTaint(cause.taint)}`, { tolerations })];
    }
    case 'selector':
      return labelRelief(cause.requirement, pod, state, workload);
    case 'affinity':
      return affinityRelief(pod, state);
    case 'resource':
      return resourceRelief(cause, pod, state, workload);
    case 'pods': {
      const what = `let ${node.name} take more than ${state.allocatable.pods} pods`;
      const allocatable = { ...state.allocatable, pods: BigInt(state.pods.length + 1) };
      return [
        { cost: COST.room, make: () => ({ change: { on: 'node', what }, pod, state: { ...state, allocatable } }) },
      ];
    }
    case 'spread': {
      const { constraint } = cause;
      const what = `let the constraint on ${constraint.topologyKey} be soft: whenUnsatisfiable: ScheduleAnyway`;
      const spread = pod.spread.map((each) => (each === constraint ? { ...each, isHard: false } : each));
      return [ofVm('topologySpreadConstraints', what, { spread })];
    }
    case 'together':
      return [ofVm('affinity.podAffinity', 'prefer to be beside other pods instead of requiring it', { together: [] })];
    case 'apart': {
      const what = `prefer to be apart by ${cause.term.topologyKey} instead of requiring it`;
      return [ofVm('affinity.podAntiAffinity', what, { apart: pod.apart.filter((term) => term !== cause.term) })];
    }
    case 'volume':
    case 'guarded':
      return [];
  }
}

/** A node that is something else in part. */
export function withNode(state: NodeState, part: Partial<NodeState['node']>): NodeState {
  return { ...state, node: { ...state.node, ...part } };
}

/** Less of it, where the VM says how much it wants; else more on the node. */
function resourceRelief(
  { resource, wanted, free = 0n }: { resource: string; wanted: bigint; free: bigint | undefined },
  pod: PodView,
  state: NodeState,
  { resized }: Workload,
): Relief[] {
  const left = free > 0n ? free : 0n;
  const share = Number(((wanted - left) * 1000n) / wanted) / 1000;
  const isDevice = resource.includes('/');
  const { node, allocatable, used } = state;
  const smaller: Relief = {
    cost: COST.size + share,
    make: () => {
      const found = resized?.(resource, left);
      if (found === undefined) {
        return undefined;
      }
      const { path, from, to, pod: made } = found;
      // What was changed before stays changed: only what it asks for is another.
      const asked = made.asked.filter((each) => pod.asked.includes(each));
      const changed = { ...pod, requests: made.requests, asked };
      return { change: { on: 'machine', path, what: `lower ${path} from ${from} to ${to}` }, pod: changed, state };
    },
  };
  const larger: Relief = {
    cost: (isDevice ? COST.device : COST.room) + share,
    make: () => {
      const what =
        isDevice && allocatable[resource] === undefined
          ? `add ${resource} to ${node.name} or another node, or leave out what asks for it`
          : `have ${shown(resource, wanted - left)} more of ${resource} on ${node.name}, or a larger node`;
      const room = { ...allocatable, [resource]: (used[resource] ?? 0n) + wanted };
      return { change: { on: 'node', what }, pod, state: { ...state, allocatable: room } };
    },
  };
  return left > 0n && resized !== undefined && !isDevice ? [smaller, larger] : [larger];
}

/** The least that has to change before a workload fits somewhere. */
interface SmallestChange {
  /** Where it then fits. */
  readonly node: string;
  readonly changes: readonly Change[];
  /** Whether it then fits for sure: of a declared node something may still be unknown. */
  readonly sure: boolean;
  /** Compared with other ways; of no meaning by itself. */
  readonly cost: number;
  /** The pod and the node as they then are, which the filters have let pass. */
  readonly pod: PodView;
  readonly state: NodeState;
}

/** Upper bound of changes that are proposed together. */
const MOST_STEPS = 12;

/**
 * The least that has to change, on whichever node that is.
 *
 * Each step takes away what the filters say first, and they are asked again, so that what is proposed is known to be enough.
 */
export function smallestChange(workload: Workload, around: Surroundings): SmallestChange | undefined {
  let best: SmallestChange | undefined;
  for (const state of around.nodes) {
    best = changeOn(state, workload, around, best?.cost ?? Number.POSITIVE_INFINITY) ?? best;
    // Nothing costs less than one wish.
    if (best !== undefined && best.cost <= COST.wish) {
      return best;
    }
  }
  return best;
}

/** Changes that one node needs; undefined where they are no fewer than the best so far. */
function changeOn(
  state: NodeState,
  workload: Workload,
  around: Surroundings,
  limit: number,
): SmallestChange | undefined {
  const pod = workload.pod ?? workload.podsByArchitecture?.get(state.node.architecture);
  if (pod === undefined) {
    return undefined;
  }
  const changes: Change[] = [];
  let cost = 0;
  let at = { pod, state };
  for (let step = 0; step < MOST_STEPS; step++) {
    const objection = objectionTo(at.pod, at.state, around);
    if (objection === undefined || objection.answer === 'unknown') {
      return { node: state.node.name, changes, sure: objection === undefined, cost, ...at };
    }
    const found = firstOf(reliefsFor(objection, at.pod, at.state, workload), limit - cost);
    if (found === undefined) {
      return undefined;
    }
    cost += found.cost;
    changes.push(found.change);
    at = { pod: found.pod, state: found.state };
  }
  return undefined;
}

/** The first way that can be gone for less than a budget. */
function firstOf(reliefs: readonly Relief[], budget: number) {
  for (const { cost, make } of reliefs) {
    const made = cost < budget ? make() : undefined;
    if (made !== undefined) {
      return { cost, ...made };
    }
  }
  return undefined;
}

/** What in a VM makes its pod ask for a label of KubeVirt's, and what to do about it. */
const TRAITS: readonly {
  readonly label: RegExp;
  readonly path: string;
  readonly what: (name: string) => string /** A device that goes with it. */;
  readonly device?: string;
}[] = [
  {
    label: /^cpu-model\.node\./,
    path: 'domain.cpu.model',
    what: (name) => `use host-model, or a model that the node has, instead of ${name}`,
  },
  { label: /^cpu-feature\.node\./, path: 'domain.cpu.features', what: (name) => `leave out the CPU feature ${name}` },
  { label: /^hyperv\.node\./, path: 'domain.features.hyperv', what: (name) => `leave out ${name}` },
  { label: /^cpu-vendor\.node\./, path: 'domain.features.hyperv', what: () => 'leave out evmcs, which only Intel has' },
  {
    label: /^(kubevirt\.io\/)?cpumanager$/,
    path: 'domain.cpu.dedicatedCpuPlacement',
    what: () => 'do without CPUs of its own, or turn the CPU manager of the node on',
  },
  { label: /^kubevirt\.io\/realtime$/, path: 'domain.cpu.realtime', what: () => 'do without realtime' },
  {
    label: /^kubevirt\.io\/(sev|sev-es|sev-snp|s390-pv|tdx)$/,
    path: 'domain.launchSecurity',
    what: () => 'do without launchSecurity',
    device: 'devices.kubevirt.io/sev',
  },
];

/** A label that a node does not have as it is asked for: another wish, another guest, or another node. */
export function labelRelief(requirement: Requirement, pod: PodView, state: NodeState, workload: Workload): Relief[] {
  const { key, values } = requirement;
  const { node } = state;
  // Pods that ask the same share what is said of it, so it is not told apart by which of them it is.
  const selector = pod.selector.filter((each) => each.key !== key || each.values[0] !== values[0]);
  const onNode = (cost: number, what: string): Relief => ({
    cost,
    make: () => ({
      change: { on: 'node', what },
      pod,
      state: withNode(state, { labels: { ...node.labels, [key]: values[0]! } }),
    }),
  });
  const onVm = (cost: number, path: string, what: string, changed: Partial<PodView>): Relief => ({
    cost,
    make: () => ({ change: { on: 'machine', path, what }, pod: { ...pod, ...changed }, state }),
  });
  if (key === ARCH_LABEL) {
    const own = node.labels[key] ?? node.architecture;
    return [onNode(COST.architecture, `add a node of ${values[0]}, or build the guest for ${own}`)];
  }
  if (key === SCHEDULABLE_LABEL) {
    return [onNode(COST.handler, `let virt-handler run on ${node.name}`)];
  }
  if (key.startsWith(NODE_LABELS.machineType)) {
    return machineTypeRelief(requirement, pod, selector, state);
  }
  const trait = TRAITS.find(({ label }) => label.test(key));
  if (trait !== undefined) {
    const terms = key.startsWith(NODE_LABELS.cpuModel) ? asHostModel(pod.terms) : pod.terms;
    const asked = pod.asked.filter((resource) => resource !== trait.device);
    return [onVm(COST.trait, trait.path, trait.what(key.slice(key.indexOf('/') + 1)), { selector, terms, asked })];
  }
  if (workload.because?.(key)?.includes('KubeVirt resource') === true) {
    const why = 'which developerConfiguration.nodeSelectors of KubeVirt asks for';
    return [onNode(COST.wish, `label ${node.name} with ${key}=${values[0]}, ${why}`)];
  }
  const own = node.labels[key];
  const or = `or label ${node.name} with ${key}=${values[0]}`;
  const path = `nodeSelector["${key}"]`;
  return own === undefined
    ? [onVm(COST.wish, path, `leave out nodeSelector ${key}=${values[0]}, ${or}`, { selector })]
    : [
        onVm(COST.wish, path, `select ${key}=${own} instead of ${values[0]}, ${or}`, {
          selector: [...selector, { ...requirement, values: [own] }],
        }),
      ];
}

function machineTypeRelief(
  { key, operator, values }: Requirement,
  pod: PodView,
  others: PodView['selector'],
  state: NodeState,
): Relief[] {
  const nameOf = (label: string) => label.slice(NODE_LABELS.machineType.length);
  const [own] = Object.keys(state.node.labels).filter((label) => label.startsWith(NODE_LABELS.machineType));
  if (own === undefined) {
    return [];
  }
  const change: Change = {
    on: 'machine',
    path: 'domain.machine.type',
    what: `use a machine type of the node, such as ${nameOf(own)}, instead of ${nameOf(key)}`,
  };
  const selector = [...others, { key: own, operator, values }];
  return [{ cost: COST.trait, make: () => ({ change, pod: { ...pod, selector }, state }) }];
}

/** A guest with the model of its host keeps away from nodes whose own is obsolete, in every term. */
function asHostModel(terms: PodView['terms']): PodView['terms'] {
  const requirement: Requirement = { key: NODE_LABELS.obsoleteModel, operator: 'DoesNotExist', values: [] };
  return (terms ?? [[]]).map((term) => [...term, requirement]);
}

const REQUIRED = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution';

/** Drops what the node lacks of the term that it comes nearest to; a term with nothing left asks for nothing. */
export function affinityRelief(pod: PodView, state: NodeState): Relief[] {
  const terms = pod.terms ?? [];
  const missing = unmet(terms, state.node);
  const nearest = terms.find(
    (term) => missing.length > 0 && missing.every((requirement) => term.includes(requirement)),
  );
  const left = nearest?.filter((requirement) => !missing.includes(requirement)) ?? [];
  const names = missing.map(({ key, operator, values }) => [key, operator, values.join(', ')].join(' ').trim());
  const isObsolete = missing.some(({ key }) => key === NODE_LABELS.obsoleteModel);
  const change: Change = isObsolete
    ? {
        on: 'machine',
        path: 'domain.cpu.model',
        what: `use a CPU model that ${state.node.name} supports: its own is obsolete, so host-model does not match`,
      }
    : {
        on: 'machine',
        path: REQUIRED,
        what:
          missing.length === 0
            ? 'leave out the required node affinity, whose terms select nothing'
            : `leave ${names.join(' and ')} out of the required node affinity`,
      };
  return [
    {
      cost: (isObsolete ? COST.trait : COST.wish) * Math.max(1, missing.length),
      make: () => ({ change, pod: { ...pod, terms: left.length === 0 ? undefined : [left] }, state }),
    },
  ];
}
