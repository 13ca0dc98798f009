import type { Finding } from '../findings/finding';
import { selectsLabels } from '../kube/label-selector';
import { type NodeSelection, type Requirement, requiredTerms, selectorRequirements } from '../kube/node-selector';
import { asText, isMap } from '../kube/object';
import { valuesAt } from '../kube/path';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const NOTHING_WRONG: readonly never[] = [];

/** Why no node can ever be selected: required demands that exclude each other. Paths are those of the selection. */
export function checkNodeContradictions(selection: NodeSelection): readonly Finding[] {
  const terms = selection.affinity === undefined ? undefined : requiredTerms(selection.affinity);
  if (terms === undefined || terms.every((term) => term.length === 0)) {
    return NOTHING_WRONG;
  }
  const selector = selectorRequirements(selection.nodeSelector);
  const impossible = terms.map((term) => (term.length === 0 ? 'empty' : impossibleKey([...selector, ...term])));
  // Of several terms one is enough.
  if (impossible.includes(undefined)) {
    return NOTHING_WRONG;
  }
  const i = impossible.findIndex((each) => each !== 'empty');
  const requirement = impossible[i] as Requirement;
  const list = requirement.isField === true ? 'matchFields' : 'matchExpressions';
  const place = terms[i]!.filter(({ isField }) => isField === requirement.isField).findLastIndex(
    ({ key }) => key === requirement.key,
  );
  return [
    contradiction(
      `affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[${i}].${list}[${place}]`,
      `no value of ${requirement.key} is left by everything that is asked of it`,
      'leave at least one value; what must hold of one node is one list of values',
    ),
  ];
}

/** The last of the requirements of which no value of a label can meet all; nothing where some value can. */
function impossibleKey(requirements: readonly Requirement[]): Requirement | undefined {
  return requirements.findLast(({ key, isField }) =>
    isImpossible(requirements.filter((each) => each.key === key && each.isField === isField)),
  );
}

function isImpossible(requirements: readonly Requirement[]): boolean {
  const lists = requirements.filter(({ operator, values }) => operator === 'In' && values.length > 0);
  const excluded = requirements.filter(({ operator }) => operator === 'NotIn').flatMap(({ values }) => values);
  const [first, ...others] = lists.map(({ values }) => values);
  const left = first?.filter((value) => !excluded.includes(value) && others.every((values) => values.includes(value)));
  const isAbsent = requirements.some(({ operator }) => operator === 'DoesNotExist');
  const isThere = requirements.some(({ operator }) => ['In', 'Exists', 'Gt', 'Lt'].includes(operator));
  return left?.length === 0 || (isAbsent && isThere);
}

/**
 * Why a pod can never be together with others: it has to keep away from the same ones, by the same label of nodes.
 *
 * A pod that selects itself is left alone: the first of its group may be alone with itself.
 *
 * @param labels of the pod
 */
export function checkPeerContradictions(affinity: unknown, labels: unknown): readonly Finding[] {
  const { podAffinity, podAntiAffinity } = isMap(affinity) ? affinity : {};
  if (podAffinity === undefined || podAntiAffinity === undefined) {
    return NOTHING_WRONG;
  }
  const own = Object.fromEntries(
    Object.entries(isMap(labels) ? labels : {}).map(([key, value]) => [key, asText(value)]),
  );
  const together = valuesAt(podAffinity, `${REQUIRED}[]`)
    .filter(({ value }) => isMap(value) && !selectsLabels(value.labelSelector, own))
    .map(({ value }) => sortedText(value));
  return valuesAt(podAntiAffinity, `${REQUIRED}[]`)
    .filter(({ value }) => together.includes(sortedText(value)))
    .map(({ path, value }) =>
      contradiction(
        `affinity.podAntiAffinity.${path}`,
        `it must be apart from the VMs that it must be together with, by ${asText(isMap(value) ? value.topologyKey : '')}`,
        'keep one of the two, or make one of them preferred',
      ),
    );
}

function contradiction(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV513',
    severity: 'error',
    path,
    what,
    why: 'kube-scheduler finds no node for its pods, which stay Pending forever',
    fix,
    source: 'kubernetes pkg/scheduler/framework/plugins: NodeAffinity, InterPodAffinity',
  };
}

/**
 * What an object says, however its keys are ordered: its JSON with sorted keys.
 *
 * Written out, since every machine with a placement asks for it: `JSON.stringify` with a function for each value takes ten
 * times as long.
 */
export function sortedText(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(sortedText).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value) ?? 'null';
  }
  const map = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of inOrder(Object.keys(map))) {
    if (map[key] !== undefined) {
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${sortedText(map[key])}`;
    }
  }
  return `{${text}}`;
}

/** Sorted, but keys that are whole numbers come first and by their value: that is how objects have them. */
function inOrder(keys: string[]): string[] {
  const sorted = keys.sort();
  return sorted.some((key) => /^\d/.test(key))
    ? Object.keys(Object.fromEntries(sorted.map((key) => [key, true])))
    : sorted;
}

/** Each of them once. */
export function distinct<T extends object>(all: readonly T[]): T[] {
  return hasRepeats(all)
    ? [...new Map([...all].reverse().map((each) => [sortedText(each), each])).values()].reverse()
    : [...all];
}

/** Said twice is said once, wherever it was said. */
export function withoutRepeats<T extends { readonly path: string }>(demands: readonly T[]): T[] {
  const said = demands.length < 2 ? [] : demands.map(({ path: _path, ...rest }) => rest);
  if (!hasRepeats(said)) {
    return [...demands];
  }
  const texts = said.map(sortedText);
  return demands.filter((_, i) => texts.indexOf(texts[i]!) === i);
}

/** Whether two of them may say the same: then their texts are of one length, which is sooner found than their order. */
function hasRepeats(all: readonly object[]): boolean {
  return all.length > 1 && new Set(all.map((each) => JSON.stringify(each).length)).size < all.length;
}
