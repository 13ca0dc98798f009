import { ARCH_LABEL } from '../architectures/facts';
import { NODE_LABELS } from '../architectures/node-labels';
import { SCHEDULABLE_LABEL } from '../inventory/node';
import type { Requirement } from '../kube/node-selector';
import { shown } from './amount';
import { shownTaint, unmet } from './filters';
import type { NodeState } from './node-state';
import type { PodView } from './pod-view';
import type { Verdict } from './verdict';
import type { Workload } from './workload';

/** One change, to the machine or to a node. */
export interface Change {
  readonly on: 'machine' | 'node';
  /** The field below the instance, where it is one of the machine. */
  readonly path?: string;
  /** What to do, as an order. */
  readonly what: string;
}

/** A change, what it costs, and what is then there. */
export interface Relief {
  readonly change: Change;
  /** How much is given up: 1 for a wish, 2 and more for what the guest is, far more for another node. */
  readonly cost: number;
  readonly pod: PodView;
  readonly state: NodeState;
}

/** Costs that do not depend on amounts. */
const COST = { wish: 1, cordon: 2, size: 2, trait: 2, room: 6, device: 6, handler: 8, architecture: 12 } as const;

/**
 * What would take an objection away; nothing where nobody can do so from here.
 *
 * @param budget what it may cost: what costs more need not be worked out
 */
export function reliefFor(
  { cause }: Verdict,
  pod: PodView,
  state: NodeState,
  { because, resized }: Pick<Workload, 'because' | 'resized'>,
  budget: number = Number.POSITIVE_INFINITY,
): Relief | undefined {
  const { node } = state;
  const ofMachine = (path: string, what: string, cost: number, changed: Partial<PodView>): Relief => ({
    change: { on: 'machine', path, what },
    cost,
    pod: { ...pod, ...changed },
    state,
  });
  switch (cause.type) {
    case 'cordon':
      return {
        change: { on: 'node', what: `uncordon ${node.name}` },
        cost: COST.cordon,
        pod,
        state: { ...state, node: { ...node, unschedulable: false } },
      };
    case 'taint': {
      const { key, value, effect } = cause.taint;
      const isValued = value !== undefined && value !== '';
      const toleration = { key, ...(isValued ? { operator: 'Equal', value } : { operator: 'Exists' }), effect };
      return ofMachine('tolerations', `tolerate the taint ${shownTaint(cause.taint)}`, COST.wish, {
        tolerations: [...pod.tolerations, toleration],
      });
    }
    case 'selector':
      return forLabel(cause.requirement, pod, state, because?.(cause.requirement.key));
    case 'affinity':
      return forAffinity(pod, state);
    case 'resource':
      return forResource(cause, pod, state, resized, budget);
    case 'pods': {
      const allocatable = { ...state.allocatable, pods: BigInt(state.pods.length + 1) };
      const what = `let ${node.name} take more than ${state.allocatable.pods} pods`;
      return { change: { on: 'node', what }, cost: COST.room, pod, state: { ...state, allocatable } };
    }
    case 'spread': {
      const { constraint } = cause;
      return ofMachine(
        'topologySpreadConstraints',
        `let the constraint on ${constraint.topologyKey} be soft: whenUnsatisfiable: ScheduleAnyway`,
        COST.wish,
        { spread: pod.spread.map((each) => (each === constraint ? { ...each, isHard: false } : each)) },
      );
    }
    case 'together':
      return ofMachine('affinity.podAffinity', 'prefer to be beside other pods instead of requiring it', COST.wish, {
        together: [],
      });
    case 'apart': {
      const what = `prefer to be apart by ${cause.term.topologyKey} instead of requiring it`;
      return ofMachine('affinity.podAntiAffinity', what, COST.wish, {
        apart: pod.apart.filter((term) => term !== cause.term),
      });
    }
    default:
      return undefined;
  }
}

/** What in a machine makes its pod ask for a label of KubeVirt's, and what to do about it. */
const TRAITS: readonly { readonly label: RegExp; readonly path: string; readonly what: (name: string) => string }[] = [
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
  },
];

function forLabel(
  requirement: Requirement,
  pod: PodView,
  state: NodeState,
  reason: string | undefined,
): Relief | undefined {
  const { key, values } = requirement;
  const { node } = state;
  const selector = pod.selector.filter((each) => each !== requirement);
  const labelled = { ...state, node: { ...node, labels: { ...node.labels, [key]: values[0]! } } };
  if (key === ARCH_LABEL) {
    const change: Change = {
      on: 'node',
      what: `add a node of ${values[0]}, or build the guest for ${node.labels[key] ?? node.architecture}`,
    };
    return { change, cost: COST.architecture, pod, state: labelled };
  }
  if (key === SCHEDULABLE_LABEL) {
    const change: Change = { on: 'node', what: `let virt-handler run on ${node.name}` };
    return { change, cost: COST.handler, pod, state: labelled };
  }
  if (key.startsWith(NODE_LABELS.machineType)) {
    const [own] = Object.keys(node.labels).filter((label) => label.startsWith(NODE_LABELS.machineType));
    const type = own?.slice(NODE_LABELS.machineType.length);
    const wanted = key.slice(NODE_LABELS.machineType.length);
    return type === undefined
      ? undefined
      : {
          change: {
            on: 'machine',
            path: 'domain.machine.type',
            what: `use a machine type that the node has, as ${type}, instead of ${wanted}`,
          },
          cost: COST.trait,
          pod: { ...pod, selector: [...selector, { key: own!, operator: 'In', values: ['true'] }] },
          state,
        };
  }
  const trait = TRAITS.find(({ label }) => label.test(key));
  if (trait !== undefined) {
    const what = trait.what(key.slice(key.indexOf('/') + 1));
    const terms = key.startsWith(NODE_LABELS.cpuModel) ? asHostModel(pod.terms) : pod.terms;
    const changed = { ...pod, selector, terms };
    return { change: { on: 'machine', path: trait.path, what }, cost: COST.trait, pod: changed, state };
  }
  const own = node.labels[key];
  const or = `or label ${node.name} with ${key}=${values[0]}`;
  const path = `nodeSelector["${key}"]`;
  if (reason?.includes('KubeVirt resource') === true) {
    const what = `label ${node.name} with ${key}=${values[0]}, which developerConfiguration.nodeSelectors of KubeVirt asks for`;
    return { change: { on: 'node', what }, cost: COST.wish, pod, state: labelled };
  }
  return own === undefined
    ? {
        change: { on: 'machine', path, what: `leave out nodeSelector ${key}=${values[0]}, ${or}` },
        cost: COST.wish,
        pod: { ...pod, selector },
        state,
      }
    : {
        change: { on: 'machine', path, what: `select ${key}=${own} instead of ${values[0]}, ${or}` },
        cost: COST.wish,
        pod: { ...pod, selector: [...selector, { ...requirement, values: [own] }] },
        state,
      };
}

/** A guest with the model of its host keeps away from nodes whose own is obsolete, in every term. */
function asHostModel(terms: PodView['terms']): PodView['terms'] {
  const requirement: Requirement = { key: NODE_LABELS.obsoleteModel, operator: 'DoesNotExist', values: [] };
  return (terms ?? [[]]).map((term) => [...term, requirement]);
}

const AFFINITY = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution';

/** Drops what the node lacks of the term that it comes nearest to; a term with nothing left asks for nothing. */
function forAffinity(pod: PodView, { node, ...rest }: NodeState): Relief | undefined {
  const terms = pod.terms ?? [];
  const missing = unmet(terms, node);
  const kept = terms.find((term) => missing.some((requirement) => term.includes(requirement)));
  const left = kept?.filter((requirement) => !missing.includes(requirement)) ?? [];
  const names = missing.map(({ key, operator, values }) =>
    `${key} ${operator} ${values.join(', ')}`.trim().replace(/,$/, ''),
  );
  const what =
    missing.length === 0
      ? 'leave out the required node affinity, whose terms select nothing'
      : `leave ${names.join(' and ')} out of the required node affinity`;
  return {
    change: { on: 'machine', path: AFFINITY, what },
    cost: COST.wish * Math.max(1, missing.length),
    pod: { ...pod, terms: left.length === 0 ? undefined : [left] },
    state: { node, ...rest },
  };
}

function forResource(
  { resource, wanted, free = 0n }: { resource: string; wanted: bigint; free: bigint | undefined },
  pod: PodView,
  state: NodeState,
  resized: Workload['resized'],
  budget: number,
): Relief | undefined {
  const share = shareOf(wanted - free, wanted);
  if (COST.size + share >= budget) {
    return undefined;
  }
  const smaller = free > 0n ? resized?.(resource, free) : undefined;
  if (smaller !== undefined) {
    const { path, from, to } = smaller;
    // What was changed before stays changed.
    const changed = { ...pod, requests: smaller.pod.requests, asked: smaller.pod.asked };
    return {
      change: { on: 'machine', path, what: `lower ${path} from ${from} to ${to}` },
      cost: COST.size + share,
      pod: changed,
      state,
    };
  }
  const { node, allocatable, used } = state;
  const need = (used[resource] ?? 0n) + wanted;
  const isDevice = resource.includes('/');
  const what =
    isDevice && free === 0n && allocatable[resource] === undefined
      ? `add ${resource} to ${node.name} or another node, or leave out what asks for it`
      : `have ${shown(resource, wanted - free)} more of ${resource} on ${node.name}, or a larger node`;
  return {
    change: { on: 'node', what },
    cost: (isDevice ? COST.device : COST.room) + share,
    pod,
    state: { ...state, allocatable: { ...allocatable, [resource]: need } },
  };
}

function shareOf(part: bigint, whole: bigint): number {
  return Number((part * 1000n) / whole) / 1000;
}
