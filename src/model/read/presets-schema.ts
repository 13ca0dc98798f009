import { PRESET_TYPES } from '../../placement/presets';
import { described, lazily, maybe } from './shapes';
import * as z from './zod';

const presetType = lazily(() => described(z.enum(PRESET_TYPES), 'hard, soft, or empty for none.'));

const nodePreset = lazily(() =>
  z.strictObject({
    type: presetType,
    key: maybe(z.string(), 'Key of a label of nodes.'),
    values: maybe(z.array(z.string()), 'Values of the label; any where absent.'),
  }),
);

/** The four presets of the proposal. */
export const PRESETS = lazily(() =>
  z.strictObject({
    podAffinityPreset: maybe(presetType, 'The machines of the pool on one host: hard, soft, or empty for none.'),
    podAntiAffinityPreset: maybe(presetType, 'Each machine on another host: hard, soft, or empty for none.'),
    nodeAffinityPreset: maybe(nodePreset, 'Nodes with a label.'),
    nodeAntiAffinityPreset: maybe(nodePreset, 'Nodes without a label.'),
  }),
);
