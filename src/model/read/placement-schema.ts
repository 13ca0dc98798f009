import { PRESET_TYPES } from '../../placement/presets';
import * as z from './schema';
import { architecture, described, exactlyOne, maybe, text, textMap, toleration } from './shapes';

const CHOICES = {
  key: maybe(text, 'Key of a label.'),
  architectures: maybe(z.array(architecture).check(z.minLength(1)), 'Architectures, of which a node has one.'),
  zones: maybe(z.array(text).check(z.minLength(1)), 'Zones, of which a node is in one.'),
};

const nodes = {
  ...CHOICES,
  values: maybe(z.array(z.string()), 'Values of the label, of which a node has one; any where absent.'),
};

const weight = maybe(
  z.int().check(z.minimum(1), z.maximum(100)),
  'How much it matters, from 1 to 100; 1 where absent.',
);

const type = described(z.enum(['hard', 'soft']), 'Whether it must be so, or only rather should.');

const place = maybe(text, 'Label of nodes that tells what is one place; kubernetes.io/hostname where absent.');

const peers = z.strictObject({
  type,
  topologyKey: place,
  labels: maybe(textMap, 'Labels of the VMs that it is about; those of the same pool where absent.'),
  weight,
});

const someNodes = (schema: z.DeclarationSchema) => exactlyOne(schema, Object.keys(CHOICES));

/** Where VMs go. */
export const PLACEMENT = z.strictObject({
  hard: maybe(z.array(someNodes(z.strictObject(nodes))), 'Only these nodes.'),
  soft: maybe(z.array(someNodes(z.strictObject({ ...nodes, weight }))), 'Rather these nodes.'),
  avoid: maybe(z.array(someNodes(z.strictObject({ ...nodes, weight, type }))), 'Not these nodes.'),
  together: maybe(z.array(peers), 'In one place with these VMs.'),
  apart: maybe(z.array(peers), 'In another place than these VMs.'),
  spread: maybe(
    z.array(
      z.strictObject({
        type,
        topologyKey: place,
        maxSkew: maybe(z.int().check(z.minimum(1)), 'By how many VMs two places may differ; 1 where absent.'),
        labels: maybe(textMap, 'Labels of the VMs that are counted; those of the same pool where absent.'),
      }),
    ),
    'Evenly over places.',
  ),
  tolerations: maybe(z.array(toleration), 'Taints that are put up with.'),
});

const presetType = described(z.enum(PRESET_TYPES), 'hard, soft, or empty for none.');

const nodePreset = z.strictObject({
  type: presetType,
  key: maybe(z.string(), 'Key of a label of nodes.'),
  values: maybe(z.array(z.string()), 'Values of the label; any where absent.'),
});

/** The four presets of the proposal. */
export const PRESETS = z.strictObject({
  podAffinityPreset: maybe(presetType, 'The machines of the pool on one host: hard, soft, or empty for none.'),
  podAntiAffinityPreset: maybe(presetType, 'Each machine on another host: hard, soft, or empty for none.'),
  nodeAffinityPreset: maybe(nodePreset, 'Nodes with a label.'),
  nodeAntiAffinityPreset: maybe(nodePreset, 'Nodes without a label.'),
});
