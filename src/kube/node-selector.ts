import { asText, isMap, own } from './object';
import { valuesAt } from './path';

/** Verdicts about a node that is not fully known. */
export type Certainty = 'yes' | 'no' | 'unknown';

/** A node as selectors look at it. */
export interface SelectableNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** A declared node may have labels that its declaration does not tell. */
  readonly known: 'exported' | 'declared';
  /** Labels that it does not have, although it is declared only. */
  readonly lacks?: readonly string[];
  /** Labels that it may have, although it shows what it has: those of a component that is not installed yet. */
  readonly awaits?: RegExp;
}

/** What a pod says about nodes: plain data of any origin. */
export interface NodeSelection {
  readonly nodeSelector?: unknown;
  readonly affinity?: unknown;
}

/** One thing that is asked of a node. */
export interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
  /** Whether it is about a field of the node, its name, and not a label. */
  readonly isField?: boolean;
}

/** The selector as requirements: all of them must hold. */
export function selectorRequirements(nodeSelector: unknown): Requirement[] {
  return Object.entries(isMap(nodeSelector) ? nodeSelector : {})
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ({ key, operator: 'In', values: [asText(value)] }));
}

/** The terms of required node affinity, of which one must hold; nothing where there is no such affinity. */
export function requiredTerms(affinity: unknown): Requirement[][] | undefined {
  const nodeAffinity = isMap(affinity) ? affinity.nodeAffinity : undefined;
  const required = isMap(nodeAffinity) ? nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution : undefined;
  const terms = isMap(required) ? required.nodeSelectorTerms : undefined;
  return Array.isArray(terms)
    ? terms
        .filter(isMap)
        .map((term) => [
          ...requirementsIn(term.matchExpressions),
          ...requirementsIn(term.matchFields).map((requirement) => ({ ...requirement, isField: true })),
        ])
    : undefined;
}

/**
 * The nodes that required terms name by `metadata.name`; nothing where a term names none.
 *
 * @see k8s.io/kubernetes pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go, PreFilter
 */
export function namedNodes(terms: readonly (readonly Requirement[])[] | undefined): ReadonlySet<string> | undefined {
  const named = (terms ?? []).map((term) => {
    const lists = term.filter(({ isField, key, operator }) => isField && key === 'metadata.name' && operator === 'In');
    return lists.length === 0
      ? undefined
      : lists.map(({ values }) => values).reduce((all, values) => all.filter((name) => values.includes(name)));
  });
  return named.length === 0 || named.includes(undefined) ? undefined : new Set(named.flatMap((names) => names ?? []));
}

/** Whether a pod may go to a node, as kube-scheduler decides: the selector and one term of the required affinity. */
export function selectsNode({ nodeSelector, affinity }: NodeSelection, node: SelectableNode): Certainty {
  return selectsNodeBy(selectorRequirements(nodeSelector), requiredTerms(affinity), node);
}

/** The same of requirements that are read already, for callers that ask about many nodes. */
function selectsNodeBy(
  selector: readonly Requirement[],
  terms: readonly (readonly Requirement[])[] | undefined,
  node: SelectableNode,
): Certainty {
  let answer: Certainty = 'yes';
  for (const requirement of selector) {
    const met = meets(node, requirement);
    if (met === 'no') {
      return met;
    }
    answer = met === 'unknown' ? met : answer;
  }
  const met = terms === undefined ? 'yes' : meetsOneOf(node, terms);
  return met === 'yes' ? answer : met;
}

/** Whether a node meets all of one term. */
export function meetsOneOf(node: SelectableNode, terms: readonly (readonly Requirement[])[]): Certainty {
  return some(terms.map((term) => meetsTerm(node, term)));
}

/** A term without requirements selects nothing. */
function meetsTerm(node: SelectableNode, term: readonly Requirement[]): Certainty {
  return term.length === 0 ? 'no' : all(term.map((requirement) => meets(node, requirement)));
}

/** Whether a node meets one requirement. One that Kubernetes cannot read is met by none. */
export function meets(node: SelectableNode, requirement: Requirement): Certainty {
  const { key, operator, values, isField } = requirement;
  if (isField === true && problemOf(requirement) !== undefined) {
    return 'no';
  }
  const value = isField === true ? (key === 'metadata.name' ? node.name : undefined) : own(node.labels, key);
  if (value === undefined && isField !== true && mayHave(node, key)) {
    return 'unknown';
  }
  return holds(operator, value, values) ? 'yes' : 'no';
}

/** Whether a node may have a label that it does not show. */
export function mayHave({ known, lacks, awaits }: SelectableNode, key: string): boolean {
  return known === 'declared' ? lacks?.includes(key) !== true : awaits?.test(key) === true;
}

/** A requirement that Kubernetes cannot read. */
export interface Unreadable {
  readonly path: string;
  readonly problem: string;
  /** Set where the number of values is right, and what they say is not. */
  readonly isValue?: true;
}

/** What of a required node affinity Kubernetes cannot read, with its place below the affinity. */
export function unreadableIn(affinity: unknown): Unreadable[] {
  const list = 'nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  return valuesAt(affinity, `${list}[]`).flatMap(({ path, value }) =>
    unreadableInTerm(value).map((each) => ({ ...each, path: `${path}.${each.path}` })),
  );
}

/** The same of one term, required or preferred, with its place below the term. */
export function unreadableInTerm(term: unknown): Unreadable[] {
  return (['matchExpressions', 'matchFields'] as const).flatMap((key) =>
    requirementsIn(isMap(term) ? term[key] : undefined).flatMap((requirement, i) => {
      const problem = problemOf({ ...requirement, isField: key === 'matchFields' });
      const isValue = NUMERIC.has(requirement.operator) && requirement.values.length === 1;
      return problem === undefined ? [] : [{ path: `${key}[${i}]`, problem, ...(isValue ? { isValue } : {}) }];
    }),
  );
}

/** Operators that compare numbers. */
const NUMERIC: ReadonlySet<string> = new Set(['Gt', 'Lt']);

/** k8s.io/component-helpers scheduling/corev1/nodeaffinity, which HyperConverged reads affinities with. */
function problemOf({ key, operator, values, isField }: Requirement): string | undefined {
  if (isField === true) {
    if (key !== 'metadata.name') {
      return `"${key}" is no field to match: metadata.name is the only one`;
    }
    if (operator !== 'In' && operator !== 'NotIn') {
      return `"${operator}" is no operator for a field: In and NotIn are`;
    }
    return values.length === 1 ? undefined : `a field takes exactly one value, not ${values.length}`;
  }
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? undefined : `${operator} takes values`;
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0 ? undefined : `${operator} takes no values`;
    case 'Gt':
    case 'Lt':
      return values.length === 1 && integerOf(values[0]) !== undefined
        ? undefined
        : `${operator} takes one whole number`;
    default:
      return `"${operator}" is no operator: In, NotIn, Exists, DoesNotExist, Gt and Lt are`;
  }
}

function holds(operator: string, value: string | undefined, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return compared(value, values[0]) > 0;
    case 'Lt':
      return compared(value, values[0]) < 0;
    default:
      return false;
  }
}

/** Positive where the first is more, zero where they are the same or one is no number. */
function compared(value: string | undefined, other: string | undefined): number {
  const [a, b] = [integerOf(value), integerOf(other)];
  return a === undefined || b === undefined || a === b ? 0 : a > b ? 1 : -1;
}

const INT64 = 2n ** 63n;

/** A whole number of 64 bits, as strconv.ParseInt reads it. */
function integerOf(text: string | undefined): bigint | undefined {
  // Leading zeros aside, 19 digits are the most; a text of any length is not worth a conversion.
  if (text === undefined || !/^[+-]?0*\d{1,19}$/.test(text)) {
    return undefined;
  }
  const value = BigInt(text.replace(/^[+-]/, '')) * (text.startsWith('-') ? -1n : 1n);
  return value >= -INT64 && value < INT64 ? value : undefined;
}

function requirementsIn(list: unknown): Requirement[] {
  return (Array.isArray(list) ? list : []).filter(isMap).map(({ key, operator, values }) => ({
    key: asText(key),
    operator: asText(operator),
    values: Array.isArray(values) ? values.map(asText) : [],
  }));
}

/** No, as soon as one is; else unknown, as soon as one is. */
function all(answers: readonly Certainty[]): Certainty {
  return answers.includes('no') ? 'no' : answers.includes('unknown') ? 'unknown' : 'yes';
}

function some(answers: readonly Certainty[]): Certainty {
  return answers.includes('yes') ? 'yes' : answers.includes('unknown') ? 'unknown' : 'no';
}

/** Whether a spec says anything of where its pod runs. */
export function isPlaced({
  affinity,
  topologySpreadConstraints,
  nodeSelector,
  tolerations,
}: Readonly<Record<string, unknown>>): boolean {
  return (
    affinity !== undefined ||
    topologySpreadConstraints !== undefined ||
    nodeSelector !== undefined ||
    tolerations !== undefined
  );
}
