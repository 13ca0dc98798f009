import { ARCH_LABEL, NODE_LABELS } from '../architectures/facts';
import { SCHEDULABLE_LABEL } from '../inventory/node';
import type { Requirement } from '../kube/node-selector';
import { unmet } from './node-index';
import type { NodeState } from './node-state';
import type { PodView } from './pod-view';
import { COST, type Relief, type ReliefChange, withNode } from './relief';
import type { Workload } from './workload';

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
  const change: ReliefChange = {
    on: 'machine',
    path: 'domain.machine.type',
    what: `use a machine type that the node has, as ${nameOf(own)}, instead of ${nameOf(key)}`,
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
  const change: ReliefChange = isObsolete
    ? {
        on: 'machine',
        path: 'domain.cpu.model',
        what: `name a CPU model that ${state.node.name} has: its own is obsolete, so host-model keeps away`,
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
