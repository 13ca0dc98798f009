import { asText, compact } from '../kube/object';
import type { NodeAffinity } from '../placement/affinity';
import { demandsOf, HOST_LABEL } from '../placement/demands';
import { instancePlacement } from '../placement/instance-dialect';
import { demandsOfPresets, type Generation, type NodePreset, type PresetType } from '../placement/presets';
import { POOL_LABEL, PROPOSED_POOL_LABEL } from './facts';
import { at, configText, listOf, type MachineDeploymentView, mapOf } from './view';

/** What the controller writes about placement into a machine. */
interface SpawnedPlacement {
  readonly affinity?: object;
  readonly topologySpreadConstraints?: readonly object[];
}

/** The placement of a machine, exactly as a generation of the controller builds it. */
export function spawnedPlacement(view: MachineDeploymentView, generation: Generation): SpawnedPlacement {
  switch (generation) {
    case 'flat':
      return {};
    case 'proposal':
      return instancePlacement(demandsOfPresets(presetsIn(view.cloud)), proposedGroup(view)).written ?? {};
    case 'presets':
      return { affinity: fromPresets(view) };
    case 'spread':
      return {
        affinity: compact({ nodeAffinity: nodePart(view) }) ?? {},
        topologySpreadConstraints: spreadOf(view),
      };
  }
}

/** The label that the proposal lets machines of one pool find each other by. */
export function proposedGroup({ machine, name }: MachineDeploymentView): Record<string, string> {
  return { [PROPOSED_POOL_LABEL]: asText(machine.labels[PROPOSED_POOL_LABEL] ?? name) };
}

function groupOf({ name }: MachineDeploymentView): Record<string, string> {
  return { [POOL_LABEL]: name };
}

/** Presets as they are written; the controller reads their type in any case. */
function presetsIn(map: Readonly<Record<string, unknown>>) {
  const type = (value: unknown): PresetType => {
    const text = configText(value)?.toLowerCase();
    return text === 'soft' || text === 'hard' ? text : '';
  };
  const nodes = (value: unknown): NodePreset => ({
    type: type(mapOf(value).type),
    key: configText(mapOf(value).key) ?? '?',
    values: listOf(mapOf(value).values).map((each) => configText(each) ?? '?'),
  });
  return {
    podAffinityPreset: type(map.podAffinityPreset),
    podAntiAffinityPreset: type(map.podAntiAffinityPreset),
    nodeAffinityPreset: nodes(map.nodeAffinityPreset),
    nodeAntiAffinityPreset: nodes(map.nodeAntiAffinityPreset),
  };
}

/**
 * Three presets side by side, and a mistake of theirs.
 *
 * Values were appended to a list that already had room for them, so that as many empty ones come first; and no values are
 * an empty list, which KubeVirt refuses. Both ended with 1.56.
 */
function fromPresets(view: MachineDeploymentView): object {
  const { nodeAntiAffinityPreset, ...presets } = presetsIn(mapOf(view.cloud.affinity));
  const { affinity } = instancePlacement(demandsOfPresets(presets), groupOf(view)).written ?? {};
  const { type, key = '', values = [] } = presets.nodeAffinityPreset;
  const written = [...values.map(() => ''), ...values];
  const expression = { key, operator: 'In' as const, values: written };
  return {
    ...affinity,
    ...(type === '' ? {} : { nodeAffinity: withExpression(type, expression) }),
  };
}

function withExpression(
  type: 'soft' | 'hard',
  expression: { key: string; operator: 'In' | 'Exists'; values?: string[] },
): NodeAffinity {
  const term = { matchExpressions: [expression] };
  return type === 'hard'
    ? { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } }
    : { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: term }] };
}

function nodePart({ cloud }: MachineDeploymentView): NodeAffinity | undefined {
  const { type, key = '', values = [] } = presetsIn(mapOf(cloud.affinity)).nodeAffinityPreset;
  if (type === '') {
    return undefined;
  }
  return withExpression(
    type,
    values.length === 0 ? { key, operator: 'Exists' } : { key, operator: 'In', values: [...values] },
  );
}

/** Constraints as written, or the one that the controller adds where there are none. They are not merged. */
function spreadOf(view: MachineDeploymentView): object[] {
  const labelSelector = { matchLabels: groupOf(view) };
  const written = listOf(at(view.cloud, 'topologySpreadConstraints')).map(mapOf);
  if (written.length === 0) {
    const [standard] = instancePlacement(
      demandsOf({ spread: [{ type: 'soft', topologyKey: HOST_LABEL }] }),
      groupOf(view),
    ).written!.topologySpreadConstraints!;
    return [standard!];
  }
  return written.map(({ maxSkew, topologyKey, whenUnsatisfiable }) => ({
    maxSkew: Number(configText(maxSkew) || Number.NaN),
    topologyKey: configText(topologyKey) ?? '?',
    whenUnsatisfiable: configText(whenUnsatisfiable) ?? '?',
    labelSelector,
  }));
}
