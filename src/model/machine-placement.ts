import { compact } from '../kube/object';
import { keysOf } from '../kube/path';
import { poolGeneration, poolPlacement } from '../machines/pool';
import { CLOUD_PATH } from '../machines/view';
import type { NodesDeclaration, PlacementDeclaration, SpreadDeclaration } from '../placement/declaration';
import { demandsOf, HOST_LABEL } from '../placement/demands';
import { type MachinePlacement, machinePlacement } from '../placement/machine-dialect';
import { type NodePreset, PRESET_TYPES, type PresetsDeclaration } from '../placement/presets';
import { nodesByLabel } from './instance-placement';
import { PLACEMENT } from './placement';
import { isFlat, type MachinePoolContext } from './provider-row';
import { field, isSame, put, type Row, required, table } from './rows/row';
import { anyText, listOf, word } from './rows/shapes';
import type { Taken } from './rows/taken';

const strength = word(...PRESET_TYPES);

const NODE_PRESET = table<NodePreset>('NodePreset', () => ({
  type: required(field('type', strength, 'soft')),
  key: field('key', anyText, 'rack'),
  values: field('values', listOf(anyText), ['r1']),
}));

const PRESETS = table<PresetsDeclaration>('PresetsDeclaration', () => ({
  podAffinityPreset: field('affinity.podAffinityPreset', strength, 'soft'),
  podAntiAffinityPreset: field('affinity.podAntiAffinityPreset', strength, 'soft'),
  nodeAffinityPreset: field('affinity.nodeAffinityPreset', NODE_PRESET.shape, { type: 'soft', key: 'rack' }),
  nodeAntiAffinityPreset: field('affinity.nodeAntiAffinityPreset', NODE_PRESET.shape, { type: 'soft', key: 'rack' }),
}));

const SPREAD = 'topologySpreadConstraints';

/** Where the parts of a placement are for this controller. */
function partsOf(context: MachinePoolContext): Readonly<Record<keyof MachinePlacement, readonly string[]>> {
  const base = isFlat(context) ? CLOUD_PATH : `${CLOUD_PATH}.affinity`;
  return {
    podAffinityPreset: keysOf(`${base}.podAffinityPreset`),
    podAntiAffinityPreset: keysOf(`${base}.podAntiAffinityPreset`),
    nodeAffinityPreset: keysOf(`${base}.nodeAffinityPreset`),
    nodeAntiAffinityPreset: keysOf(`${base}.nodeAntiAffinityPreset`),
    [SPREAD]: keysOf(`${CLOUD_PATH}.${SPREAD}`),
  };
}

/** What is asked for in either spelling is one placement, so either row writes all of it. */
const written = {
  write: (_value: unknown, out: Parameters<typeof put>[0], context: MachinePoolContext) => {
    const { written: placement } = poolPlacement(context.pool, context);
    const parts = partsOf(context);
    for (const [part, value] of Object.entries(placement) as [keyof MachinePlacement, unknown][]) {
      put(out, parts[part], value);
    }
  },
};

/** Where machines go, in either spelling; they are read back in the first. */
export const MACHINE_PLACEMENT_ROWS: {
  readonly placement: Row<PlacementDeclaration, MachinePoolContext>;
  readonly presets: Row<PresetsDeclaration, MachinePoolContext>;
} = {
  placement: {
    ...written,
    fields: [`${CLOUD_PATH}.affinity!`, `${CLOUD_PATH}.${SPREAD}!`],
    shape: PLACEMENT.shape,
    example: { hard: [{ zones: ['a'] }] },
    below: PLACEMENT as never,
    place: () => [],
    read: readPlacement,
  },
  presets: {
    ...written,
    fields: [],
    shape: PRESETS.shape,
    example: { nodeAffinityPreset: { type: 'hard', key: 'rack', values: ['r1'] } },
    below: PRESETS as never,
    place: () => [],
    read: () => undefined,
  },
};

/** What would be written as this; nothing where no placement would. */
function readPlacement(from: Taken, context: MachinePoolContext): PlacementDeclaration | undefined {
  const parts = partsOf(context);
  const found: MachinePlacement =
    compact(Object.fromEntries(Object.entries(parts).map(([part, keys]) => [part, from.peek(keys)]))) ?? {};
  if (Object.keys(found).length === 0) {
    return undefined;
  }
  const said = placementOf(found);
  const generation = poolGeneration(context.pool, context.controller);
  if (!isSame(machinePlacement(demandsOf(said), { generation }).written, found)) {
    return undefined;
  }
  for (const keys of Object.values(parts)) {
    from.take(keys);
  }
  return said;
}

function placementOf(found: MachinePlacement): PlacementDeclaration {
  const {
    podAffinityPreset,
    podAntiAffinityPreset,
    nodeAffinityPreset: wanted,
    nodeAntiAffinityPreset: avoided,
  } = found;
  const nodes = ({ key, values = [] }: NonNullable<typeof wanted>): NodesDeclaration => nodesByLabel(key, values);
  return {
    ...(wanted === undefined ? {} : { [wanted.type]: [nodes(wanted)] }),
    ...(avoided === undefined ? {} : { avoid: [{ type: avoided.type, ...nodes(avoided) }] }),
    ...(podAffinityPreset === undefined ? {} : { together: [{ type: podAffinityPreset }] }),
    ...(podAntiAffinityPreset === undefined ? {} : { apart: [{ type: podAntiAffinityPreset }] }),
    ...(found[SPREAD] === undefined ? {} : { spread: found[SPREAD].map(spreadOf) }),
  };
}

function spreadOf({
  maxSkew,
  topologyKey,
  whenUnsatisfiable,
}: NonNullable<MachinePlacement['topologySpreadConstraints']>[number]): SpreadDeclaration {
  return {
    type: whenUnsatisfiable === 'DoNotSchedule' ? 'hard' : 'soft',
    ...(topologyKey === HOST_LABEL ? {} : { topologyKey }),
    ...(maxSkew === '1' ? {} : { maxSkew: Number.parseInt(maxSkew, 10) }),
  };
}
