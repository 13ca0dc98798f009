import type {
  AvoidedNodes,
  NodesDeclaration,
  PeersDeclaration,
  PlacementDeclaration,
  PreferredNodes,
  SpreadDeclaration,
  Strength,
} from '../placement/declaration';
import { field, required, table } from './rows/row';
import { anyText, architecture, int, listOf, text, textMap, word } from './rows/shapes';
import { TOLERATION } from './toleration';

/** Where demands become fields is decided by all of them together: see `placementRow`. */
const NODES_ROWS = {
  key: field('nodes', text, 'disk'),
  values: field('nodes', listOf(anyText), ['ssd']),
  architectures: field('nodes', listOf(architecture), ['arm64']),
  zones: field('nodes', listOf(text), ['a']),
};
const CHOICES = ['key', 'architectures', 'zones'] as const;
const strength = required(field('nodes', word<Strength>('hard', 'soft'), 'soft'));
const weight = field('nodes', int, 7);

const NODES = table<NodesDeclaration>('NodesDeclaration', () => NODES_ROWS, CHOICES);
const PREFERRED_NODES = table<PreferredNodes>('PreferredNodes', () => ({ ...NODES_ROWS, weight }), CHOICES);
const AVOIDED = table<AvoidedNodes>('AvoidedNodes', () => ({ ...NODES_ROWS, weight, type: strength }), CHOICES);

const PEERS = table<PeersDeclaration>('PeersDeclaration', () => ({
  type: strength,
  topologyKey: field('peers', text, 'topology.kubernetes.io/zone'),
  labels: field('peers', textMap, { tier: 'front' }),
  weight,
}));

const SPREAD = table<SpreadDeclaration>('SpreadDeclaration', () => ({
  type: strength,
  topologyKey: field('spread', text, 'topology.kubernetes.io/zone'),
  maxSkew: field('spread', int, 2),
  labels: field('spread', textMap, { tier: 'front' }),
}));

const AFFINITY = 'affinity.nodeAffinity';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Where VMs go. */
export const PLACEMENT = table<PlacementDeclaration>('PlacementDeclaration', () => ({
  hard: field(`${AFFINITY}.${REQUIRED}!`, listOf(NODES.shape), [{ zones: ['a'] }]),
  soft: field(`${AFFINITY}.${PREFERRED}!`, listOf(PREFERRED_NODES.shape), [{ zones: ['a'] }]),
  avoid: field('affinity!', listOf(AVOIDED.shape), [{ type: 'hard', zones: ['a'] }]),
  together: field('affinity.podAffinity!', listOf(PEERS.shape), [{ type: 'hard', labels: { tier: 'front' } }]),
  apart: field('affinity.podAntiAffinity!', listOf(PEERS.shape), [{ type: 'hard', labels: { tier: 'front' } }]),
  spread: field('topologySpreadConstraints!', listOf(SPREAD.shape), [{ type: 'hard', labels: { tier: 'front' } }]),
  tolerations: field('tolerations!', listOf(TOLERATION.shape), [{ key: 'gpu', operator: 'Exists' }]),
}));
