import { ARCH_LABEL, NODE_LABELS } from '../architectures/facts';
import { at, listAt } from '../architectures/instance-view';
import { asText, deepCopy, isMap, type MutableFields } from '../kube/object';
import type { LaunchedInstance, LauncherContext } from './context';
import type { PodDraft } from './pod-draft';

const SOURCE = 'kubevirt pkg/virt-controller/services/template.go';
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
    draft.put(['spec', 'affinity', kind], affinity[kind], { reason: 'affinity of the VM', source: SOURCE });
  }
  const nodes = isMap(affinity.nodeAffinity) ? affinity.nodeAffinity : {};
  const told = (key: string) =>
    at(own === undefined ? {} : (spec.affinity as MutableFields), `nodeAffinity.${key}`) !== undefined;
  const reasons = rejected.map(({ reason }) => reason);
  draft.put(['spec', 'affinity', 'nodeAffinity', REQUIRED], nodes[REQUIRED], {
    reason: [...(told(REQUIRED) ? ['affinity of the VM'] : []), ...reasons].join('; '),
    source: SOURCE,
  });
  draft.put(['spec', 'affinity', 'nodeAffinity', PREFERRED], nodes[PREFERRED], {
    reason: [
      ...(told(PREFERRED) ? ['affinity of the VM'] : []),
      ...(isCross ? ['nodes of the guest’s own architecture rather than any that emulates it'] : []),
    ].join('; '),
    source: SOURCE,
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
