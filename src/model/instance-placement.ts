import { ARCH_LABEL } from '../architectures/facts';
import { asNumber, asText, isMap } from '../kube/object';
import { keysOf } from '../kube/path';
import type { Toleration } from '../kube/toleration';
import type {
  AvoidedNodes,
  NodesDeclaration,
  PeersDeclaration,
  PlacementDeclaration,
  PreferredNodes,
  SpreadDeclaration,
} from '../placement/declaration';
import { demandsOf, HOST_LABEL, ZONE_LABEL } from '../placement/demands';
import { type InstancePlacement, instancePlacement } from '../placement/instance-dialect';
import { PLACEMENT } from './placement';
import { isSame, put, type Row } from './rows/row';
import type { Taken } from './rows/taken';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Where an instance goes, below a path of its object: affinity, spread constraints and further tolerations. */
export function placementRow(base: string): Row<PlacementDeclaration> {
  const [affinity, spread, tolerations] = ['affinity', 'topologySpreadConstraints', 'tolerations'].map((key) => [
    ...keysOf(base),
    key,
  ]) as [string[], string[], string[]];
  return {
    fields: [`${base}.affinity!`, `${base}.topologySpreadConstraints!`],
    shape: PLACEMENT.shape,
    example: { hard: [{ zones: ['a'] }] },
    below: PLACEMENT as never,
    place: (field) => [`${base}.${field}`],
    write: (value, out) => {
      const { written = {} } = instancePlacement(demandsOf(value));
      if (written.affinity !== undefined) {
        put(out, affinity, written.affinity);
      }
      if (written.topologySpreadConstraints !== undefined) {
        put(out, spread, written.topologySpreadConstraints);
      }
      if (written.tolerations !== undefined) {
        put(out, tolerations, [...tolerationsIn(out, tolerations), ...written.tolerations]);
      }
    },
    read: (from) => {
      const found = {
        ...(from.peek(affinity) === undefined ? {} : { affinity: from.peek(affinity) }),
        ...(from.peek(spread) === undefined ? {} : { topologySpreadConstraints: from.peek(spread) }),
      } as InstancePlacement;
      if (Object.keys(found).length === 0) {
        return undefined;
      }
      const said = placementOf(found);
      if (!isSame(instancePlacement(demandsOf(said)).written, found)) {
        return undefined;
      }
      takeAll(from, [affinity, spread]);
      return said;
    },
  };
}

function takeAll(from: Taken, paths: readonly (readonly string[])[]): void {
  for (const path of paths) {
    from.take(path);
  }
}

function tolerationsIn(out: Readonly<Record<string, unknown>>, keys: readonly string[]): readonly Toleration[] {
  const found = keys.reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), out);
  return Array.isArray(found) ? (found as Toleration[]) : [];
}

/** What would be written as this, if anything is: the caller tries. */
export function placementOf({ affinity, topologySpreadConstraints = [] }: InstancePlacement): PlacementDeclaration {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity ?? {};
  const terms = listOf(fieldOf(nodeAffinity?.[REQUIRED], 'nodeSelectorTerms'));
  const hard = terms.flatMap((term) => listOf(fieldOf(term, 'matchExpressions')));
  const soft = listOf(nodeAffinity?.[PREFERRED]).flatMap((each) =>
    listOf(fieldOf(fieldOf(each, 'preference'), 'matchExpressions')).map((expression) => ({
      expression,
      weight: asNumber(fieldOf(each, 'weight')),
    })),
  );
  return withoutEmpty({
    hard: hard.filter(isWanted).map(nodesOf),
    soft: soft
      .filter(({ expression }) => isWanted(expression))
      .map(({ expression, weight }) => preferred(expression, weight)),
    avoid: [
      ...hard.filter((each) => !isWanted(each)).map((each): AvoidedNodes => ({ type: 'hard', ...nodesOf(each) })),
      ...soft
        .filter(({ expression }) => !isWanted(expression))
        .map(({ expression, weight }): AvoidedNodes => ({ type: 'soft', ...preferred(expression, weight) })),
    ],
    together: peersOf(podAffinity),
    apart: peersOf(podAntiAffinity),
    spread: topologySpreadConstraints.map(
      ({ maxSkew, topologyKey, whenUnsatisfiable, labelSelector }): SpreadDeclaration => ({
        type: whenUnsatisfiable === 'DoNotSchedule' ? 'hard' : 'soft',
        ...(topologyKey === HOST_LABEL ? {} : { topologyKey }),
        ...(maxSkew === 1 ? {} : { maxSkew }),
        labels: labelSelector?.matchLabels ?? {},
      }),
    ),
  });
}

function isWanted(expression: unknown): boolean {
  return !['NotIn', 'DoesNotExist'].includes(asText(fieldOf(expression, 'operator')));
}

function nodesOf(expression: unknown): NodesDeclaration {
  return nodesByLabel(asText(fieldOf(expression, 'key')), listOf(fieldOf(expression, 'values')).map(asText));
}

/** Nodes by a label, in the words for it where there are such. */
export function nodesByLabel(key: string, values: readonly string[]): NodesDeclaration {
  if (values.length > 0 && key === ARCH_LABEL) {
    return { architectures: values as NonNullable<NodesDeclaration['architectures']> };
  }
  if (values.length > 0 && key === ZONE_LABEL) {
    return { zones: values };
  }
  return values.length === 0 ? { key } : { key, values };
}

function preferred(expression: unknown, weight: number): PreferredNodes {
  return weight === 1 ? nodesOf(expression) : { ...nodesOf(expression), weight };
}

function peersOf(affinity: unknown): PeersDeclaration[] {
  const peer = (term: unknown, type: 'hard' | 'soft', weight = 1): PeersDeclaration => {
    const topologyKey = asText(fieldOf(term, 'topologyKey'));
    return {
      type,
      ...(topologyKey === HOST_LABEL ? {} : { topologyKey }),
      labels: (fieldOf(fieldOf(term, 'labelSelector'), 'matchLabels') ?? {}) as Readonly<Record<string, string>>,
      ...(weight === 1 ? {} : { weight }),
    };
  };
  return [
    ...listOf(fieldOf(affinity, REQUIRED)).map((term) => peer(term, 'hard')),
    ...listOf(fieldOf(affinity, PREFERRED)).map((each) =>
      peer(fieldOf(each, 'podAffinityTerm'), 'soft', asNumber(fieldOf(each, 'weight'))),
    ),
  ];
}

function withoutEmpty(placement: PlacementDeclaration): PlacementDeclaration {
  return Object.fromEntries(Object.entries(placement).filter(([, list]) => (list as readonly unknown[]).length > 0));
}

function fieldOf(value: unknown, key: string): unknown {
  return isMap(value) ? value[key] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
