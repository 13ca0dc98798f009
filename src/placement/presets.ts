import { atLeast, type Release } from '../kube/release';
import { type Demands, HOST_LABEL, type NodeDemand, type PeerDemand, sortedValues } from './demands';

/** How strong a preset is; empty is none at all. */
export type PresetType = '' | 'soft' | 'hard';

/** The strengths that a preset may have, as a person chooses among them. */
export const PRESET_TYPES = ['', 'soft', 'hard'] as const satisfies readonly PresetType[];

/** Nodes by one label, as a preset says it. */
export interface NodePreset {
  /** How strong it is; empty is none at all. */
  readonly type: PresetType;

  /**
   * Key of the label.
   *
   * @default - none: the preset says nothing
   */
  readonly key?: string;

  /**
   * Values of the label.
   *
   * @default - any
   */
  readonly values?: readonly string[];
}

/** The four presets of the proposal, by its own names: another spelling of a placement. */
export interface PresetsDeclaration {
  /** The machines of one pool on one host. */
  readonly podAffinityPreset?: PresetType;

  /** Each machine of a pool on another host. */
  readonly podAntiAffinityPreset?: PresetType;

  /** Nodes with a label. */
  readonly nodeAffinityPreset?: NodePreset;

  /** Nodes without a label. */
  readonly nodeAntiAffinityPreset?: NodePreset;
}

/** What presets ask for. */
export function demandsOfPresets(presets: PresetsDeclaration | undefined): Demands {
  const { podAffinityPreset, podAntiAffinityPreset, nodeAffinityPreset, nodeAntiAffinityPreset } = presets ?? {};
  return {
    nodes: [
      ...nodes(nodeAffinityPreset, 'presets.nodeAffinityPreset', true),
      ...nodes(nodeAntiAffinityPreset, 'presets.nodeAntiAffinityPreset', false),
    ],
    peers: [
      ...peers(podAffinityPreset, 'presets.podAffinityPreset', true),
      ...peers(podAntiAffinityPreset, 'presets.podAntiAffinityPreset', false),
    ],
    spreads: [],
    tolerations: [],
  };
}

function nodes(preset: NodePreset | undefined, path: string, wanted: boolean): NodeDemand[] {
  const { type = '', key = '', values = [] } = preset ?? {};
  return type === '' ? [] : [{ path, hard: type === 'hard', wanted, key, values: sortedValues(values), weight: 1 }];
}

function peers(type: PresetType | undefined, path: string, together: boolean): PeerDemand[] {
  return type === undefined || type === ''
    ? []
    : [{ path, hard: type === 'hard', together, topologyKey: HOST_LABEL, weight: 1 }];
}

/**
 * What a machine-controller understands of placement, which changed twice.
 *
 * `flat`: nothing; the provider spec is a flat map. `presets`: three presets below `affinity`. `spread`: one preset of
 * nodes and spread constraints; the two presets of pods are still read and obeyed no more. `proposal`: the four presets in
 * the flat map, as they were once proposed and as no release has them.
 */
export type Generation = 'proposal' | 'flat' | 'presets' | 'spread';

/** First machine-controller with presets. Source: kubermatic/machine-controller v1.46.0, commit 72f156a2c. */
const PRESETS_SINCE = '1.46.0';

/** First machine-controller with spread constraints. Source: v1.56.0, commit 5819bb5f2. */
const SPREAD_SINCE = '1.56.0';

/** What a release of the controller understands. */
export function generationOf(release: Release): Exclude<Generation, 'proposal'> {
  return atLeast(release, SPREAD_SINCE) ? 'spread' : atLeast(release, PRESETS_SINCE) ? 'presets' : 'flat';
}
