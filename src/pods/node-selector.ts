import { ARCH_LABEL, NODE_LABELS } from '../architectures/facts';
import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { asText, deepCopy, isMap, type MutableFields } from '../kube/object';
import { holdsIn, type ReleaseRange } from '../kube/release';
import type { LaunchedInstance, LauncherContext } from './launched-instance';
import type { PodDraft } from './pod-draft';
import { hasSev, isDedicated, textMap, textOf } from './traits';

const SOURCE = 'kubevirt pkg/virt-controller/services/nodeselectorrenderer.go';

/** A label that a node must have, with the value `true`. */
interface LabelRow {
  readonly kubevirt?: ReleaseRange;
  readonly labels: (instance: LaunchedInstance, context: LauncherContext) => readonly string[];
  readonly reason: string;
}

/** In KubeVirt's own order; a new label is a row here. */
const ROWS: readonly LabelRow[] = [
  {
    kubevirt: { before: '1.8' },
    labels: ({ spec }) => (isDedicated(spec) ? ['cpumanager'] : []),
    reason: 'dedicatedCpuPlacement of the VM',
  },
  {
    kubevirt: { since: '1.8' },
    labels: ({ spec }) => (isDedicated(spec) ? ['kubevirt.io/cpumanager'] : []),
    reason: 'dedicatedCpuPlacement of the VM',
  },
  {
    labels: ({ spec }, { isOn }) => (isOn('HypervStrictCheck') ? hypervLabels(spec) : []),
    reason: 'the gate HypervStrictCheck is on, and the guest uses it',
  },
  { labels: ({ spec }) => modelLabels(spec), reason: 'the CPU model of the guest' },
  {
    kubevirt: { since: '1.6' },
    labels: ({ spec }) => {
      const type = textOf(at(spec, 'domain.machine.type'));
      return type === undefined ? [] : [`${NODE_LABELS.machineType}${type}`];
    },
    reason: 'the machine type of the guest',
  },
  { labels: ({ spec }) => featureLabels(spec), reason: 'a CPU feature that the guest requires' },
  {
    labels: (instance, { tscFrequency = 0 }) =>
      tscFrequency > 0 && needsTsc(instance) ? [`scheduling.node.kubevirt.io/tsc-frequency-${tscFrequency}`] : [],
    reason:
      'minimumClusterTSCFrequency of the KubeVirt resource, or the lowest of the nodes, as the guest needs a fixed ' +
      'frequency',
  },
  {
    labels: ({ spec }) => (isMap(at(spec, 'domain.cpu.realtime')) ? ['kubevirt.io/realtime'] : []),
    reason: 'realtime of the VM',
  },
  {
    labels: ({ spec }, { kubevirt }) => (hasSev(spec, kubevirt) ? ['kubevirt.io/sev'] : []),
    reason: 'launchSecurity of the VM',
  },
  {
    labels: ({ spec }) =>
      at(spec, 'domain.launchSecurity.sev.policy.encryptedState') === true ? ['kubevirt.io/sev-es'] : [],
    reason: 'launchSecurity of the VM encrypts registers too',
  },
  {
    kubevirt: { since: '1.7' },
    labels: ({ spec }) => (isMap(at(spec, 'domain.launchSecurity.snp')) ? ['kubevirt.io/sev-snp'] : []),
    reason: 'launchSecurity of the VM',
  },
  {
    kubevirt: { since: '1.6' },
    labels: ({ spec, architecture }) =>
      architecture === 's390x' && isMap(at(spec, 'domain.launchSecurity')) ? ['kubevirt.io/s390-pv'] : [],
    reason: 'launchSecurity of the VM is Secure Execution on s390x',
  },
  {
    kubevirt: { since: '1.7' },
    labels: ({ spec }) => (isMap(at(spec, 'domain.launchSecurity.tdx')) ? ['kubevirt.io/tdx'] : []),
    reason: 'launchSecurity of the VM',
  },
];

const KEYS = ['spec', 'nodeSelector'] as const;

/** Which nodes the pod may go to, by their labels: what comes later replaces what was there. */
export function putNodeSelector(draft: PodDraft, instance: LaunchedInstance, context: LauncherContext): void {
  const { spec, architecture } = instance;
  const put = (label: string, value: string, reason: string, source = SOURCE) =>
    draft.put([...KEYS, label], value, { reason, source });
  put('kubevirt.io/schedulable', 'true', 'virt-handler runs there');
  put(ARCH_LABEL, architecture, 'the architecture of the guest');
  for (const [label, value] of Object.entries(
    textMap(at(context.configuration, 'developerConfiguration.nodeSelectors')),
  )) {
    put(label, value, 'developerConfiguration.nodeSelectors of the KubeVirt resource');
  }
  for (const [label, value] of Object.entries(textMap(spec.nodeSelector))) {
    const isOther = label === ARCH_LABEL && value !== architecture;
    put(label, value, isOther ? `nodeSelector of the VM, instead of ${architecture}` : 'nodeSelector of the VM');
  }
  for (const { kubevirt, labels, reason } of ROWS) {
    if (kubevirt === undefined || holdsIn(kubevirt, context.kubevirt)) {
      for (const label of labels(instance, context)) {
        put(label, 'true', reason);
      }
    }
  }
  if (context.isOn('CrossArchitectureVirtualization')) {
    draft.remove([...KEYS, ARCH_LABEL]);
    const reason = 'the gate CrossArchitectureVirtualization is on: any node that can run such guests, emulated or not';
    put(`kubevirt.io/vm-arch-${architecture}`, 'true', reason, 'kubevirt pkg/virt-controller/services/template.go');
  }
  if (needsTsc(instance) && context.tscFrequency === undefined) {
    draft.unknown.push('a label with the lowest TSC frequency among the nodes, as the guest needs a fixed one');
  }
}

function modelLabels(spec: InstanceSpec): string[] {
  const model = textOf(at(spec, 'domain.cpu.model'));
  return model === undefined || model === 'host-model' || model === 'host-passthrough'
    ? []
    : [`${NODE_LABELS.cpuModel}${model}`];
}

function featureLabels(spec: InstanceSpec): string[] {
  return listAt(spec, 'domain.cpu.features')
    .filter(({ policy }) => policy === undefined || policy === null || policy === '' || policy === 'require')
    .map(({ name }) => `${NODE_LABELS.cpuFeature}${asText(name)}`);
}

/** Hyper-V enlightenments that need support by the host's kernel. */
const HYPERV_FEATURES = [
  'vpindex',
  'runtime',
  'reset',
  'synic',
  'synictimer',
  'frequencies',
  'reenlightenment',
  'tlbflush',
  'ipi',
];

function hypervLabels(spec: InstanceSpec): string[] {
  const hyperv = at(spec, 'domain.features.hyperv');
  const isOn = (feature: string) => {
    const state = isMap(hyperv) ? hyperv[feature] : undefined;
    return isMap(state) && state.enabled !== false;
  };
  return [
    ...HYPERV_FEATURES.filter(isOn).map((feature) => `${NODE_LABELS.hyperv}${feature}`),
    ...(isOn('evmcs') ? ['cpu-vendor.node.kubevirt.io/Intel'] : []),
  ];
}

function needsTsc({ spec, architecture }: LaunchedInstance): boolean {
  return (
    architecture === 'amd64' &&
    (at(spec, 'domain.features.hyperv.reenlightenment.enabled') === true ||
      listAt(spec, 'domain.cpu.features').some(
        ({ name, policy }) => name === 'invtsc' && (policy === 'require' || policy === 'force'),
      ))
  );
}

const TEMPLATE = 'kubevirt pkg/virt-controller/services/template.go';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** The VM's own affinity, and what no node may have. */
export function putAffinity(draft: PodDraft, instance: LaunchedInstance, context: LauncherContext): void {
  const { spec, architecture } = instance;
  const own = isMap(spec.affinity) ? (deepCopy(spec.affinity) as MutableFields) : undefined;
  const rejected = rejectedLabels(instance);
  const isCross = context.isOn('CrossArchitectureVirtualization');
  if (own === undefined && rejected.length === 0 && !isCross) {
    return;
  }
  const affinity = own ?? {};
  for (const { label } of rejected) {
    reject(affinity, label);
  }
  if (isCross) {
    prefer(affinity, architecture);
  }
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    draft.put(['spec', 'affinity', kind], affinity[kind], { reason: 'affinity of the VM', source: TEMPLATE });
  }
  const nodes = isMap(affinity.nodeAffinity) ? affinity.nodeAffinity : {};
  const told = (key: string) =>
    at(own === undefined ? {} : (spec.affinity as MutableFields), `nodeAffinity.${key}`) !== undefined;
  const reasons = rejected.map(({ reason }) => reason);
  draft.put(['spec', 'affinity', 'nodeAffinity', REQUIRED], nodes[REQUIRED], {
    reason: [...(told(REQUIRED) ? ['affinity of the VM'] : []), ...reasons].join('; '),
    source: TEMPLATE,
  });
  draft.put(['spec', 'affinity', 'nodeAffinity', PREFERRED], nodes[PREFERRED], {
    reason: [
      ...(told(PREFERRED) ? ['affinity of the VM'] : []),
      ...(isCross ? ['nodes of the guest’s own architecture rather than any that emulates it'] : []),
    ].join('; '),
    source: TEMPLATE,
  });
}

function rejectedLabels({ spec }: LaunchedInstance): { readonly label: string; readonly reason: string }[] {
  const model = at(spec, 'domain.cpu.model');
  const isHostModel = model === undefined || model === null || model === '' || model === 'host-model';
  return [
    ...(isHostModel
      ? [{ label: NODE_LABELS.obsoleteModel, reason: 'host-model: no node whose own model is obsolete' }]
      : []),
    ...listAt(spec, 'domain.cpu.features')
      .filter(({ policy }) => policy === 'forbid')
      .map(({ name }) => ({
        label: `${NODE_LABELS.cpuFeature}${asText(name)}`,
        reason: `the guest forbids the CPU feature ${asText(name)}`,
      })),
  ];
}

/** One of the terms must hold, so what no node may have goes into each. */
function reject(affinity: MutableFields, label: string): void {
  const requirement = { key: label, operator: 'DoesNotExist' };
  const nodes = mapIn(affinity, 'nodeAffinity');
  if (!isMap(nodes[REQUIRED])) {
    nodes[REQUIRED] = { nodeSelectorTerms: [{ matchExpressions: [requirement] }] };
    return;
  }
  const { nodeSelectorTerms } = nodes[REQUIRED];
  for (const term of Array.isArray(nodeSelectorTerms) ? nodeSelectorTerms.filter(isMap) : []) {
    const before: unknown[] = Array.isArray(term.matchExpressions) ? term.matchExpressions : [];
    (term as MutableFields).matchExpressions = [...before, requirement];
  }
}

function prefer(affinity: MutableFields, architecture: string): void {
  const nodes = mapIn(affinity, 'nodeAffinity');
  const before: unknown[] = Array.isArray(nodes[PREFERRED]) ? nodes[PREFERRED] : [];
  const matchExpressions = [{ key: ARCH_LABEL, operator: 'In', values: [architecture] }];
  nodes[PREFERRED] = [...before, { weight: 100, preference: { matchExpressions } }];
}

function mapIn(map: MutableFields, key: string): MutableFields {
  if (!isMap(map[key])) {
    map[key] = {};
  }
  return map[key] as MutableFields;
}
