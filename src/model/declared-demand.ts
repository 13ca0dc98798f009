import { isMap, type KubeObject } from '../kube/object';
import { type PathStep, pathSteps } from '../kube/path';
import { expressionOf } from '../placement/affinity';
import { sortedText } from '../placement/contradictions';
import type { PlacementDeclaration } from '../placement/declaration';
import { type Demands, demandsOf } from '../placement/demands';
import { valueAtSteps } from './object-steps';

/**
 * The demand of a declared placement that became a part of an affinity or a spread.
 *
 * @param key of the placement, or of a list of it, in its declaration
 * @param steps to what the finding is about, in the object
 * @returns nothing where the declaration or the object was not found, or no demand is like it
 */
export function demandAt(
  key: string,
  steps: readonly PathStep[],
  made: KubeObject | undefined,
  declaration: unknown,
): string | undefined {
  const [prefix = ''] = /^(?:.*\.)?(?=placement\b)/.exec(key) ?? [];
  const holder = prefix === '' || !isMap(declaration) ? declaration : declaration[prefix.slice(0, -1)];
  const { placement, presets } = isMap(holder) ? holder : {};
  const preset = steps.find(({ text }) => isMap(presets) && Object.hasOwn(presets, text));
  if (preset !== undefined) {
    return `presets.${preset.text}`;
  }
  if (made === undefined || !isMap(placement)) {
    return undefined;
  }
  const demands = demandsOf(placement as PlacementDeclaration);
  for (let length = steps.length; length > 0; length--) {
    const found = demandLike(valueAtSteps(made, steps.slice(0, length)), demands);
    if (found !== undefined) {
      const part = steps[length]?.text;
      const isSaid = part !== undefined && valueAtSteps(holder, pathSteps(`${found}.${part}`)!) !== undefined;
      return `${prefix}${found}${isSaid ? `.${part}` : ''}`;
    }
  }
  return undefined;
}

/**
 * Where a component says what became an entry of its node selector; nothing where the selector itself says it.
 *
 * @param key of the component, or of its selector
 * @param rest the label, where the key is that of the selector
 */
export function selectorAt(key: string, rest: readonly PathStep[], declaration: unknown): string | undefined {
  const [component = ''] = key.split('.');
  const holder = isMap(declaration) ? declaration[component] : undefined;
  if (!isMap(holder)) {
    return undefined;
  }
  if (rest.length === 0) {
    const said = ['architecture', 'architectures'].find((each) => holder[each] !== undefined);
    return said === undefined ? undefined : `${component}.${said}`;
  }
  const [{ text: label }] = rest as [PathStep];
  const { nodeSelector, placement } = holder;
  const isOwn = !isMap(placement) || (isMap(nodeSelector) && Object.hasOwn(nodeSelector, label));
  const found = isOwn
    ? undefined
    : demandsOf(placement as PlacementDeclaration).nodes.findLast((demand) => demand.key === label)?.path;
  return found === undefined ? undefined : `${component}.${found}`;
}

/** A weighted part: the one expression or term below the weight. */
function weighted(part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { preference, podAffinityTerm } = part;
  const expressions = isMap(preference) ? preference.matchExpressions : undefined;
  const inner: unknown = Array.isArray(expressions) ? expressions[0] : podAffinityTerm;
  return isMap(inner) ? inner : part;
}

/** The demand that is written as this: an expression about nodes, a term about pods, a constraint. */
function demandLike(part: unknown, { nodes, peers, spreads }: Demands): string | undefined {
  const value = isMap(part) ? weighted(part) : undefined;
  if (value === undefined) {
    return undefined;
  }
  if (typeof value.key === 'string' && typeof value.operator === 'string') {
    const text = sortedText(value);
    return nodes.findLast((demand) => sortedText(expressionOf(demand)) === text)?.path;
  }
  const { topologyKey, labelSelector } = value;
  const labels = isMap(labelSelector) ? labelSelector.matchLabels : undefined;
  return typeof topologyKey !== 'string'
    ? undefined
    : [...('maxSkew' in value ? spreads : peers)].findLast(
        (demand) => demand.topologyKey === topologyKey && sortedText(demand.labels ?? {}) === sortedText(labels ?? {}),
      )?.path;
}
