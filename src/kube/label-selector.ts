import { isLabelValue, isQualifiedName } from './names';
import { asText, isMap } from './object';

type Labels = Readonly<Record<string, string>>;

/** Whether a label selector selects something with these labels. An empty selector selects all, an absent one nothing. */
export function selectsLabels(selector: unknown, labels: Labels): boolean {
  if (!isMap(selector)) {
    return false;
  }
  const { matchLabels, matchExpressions } = selector;
  return (
    Object.entries(isMap(matchLabels) ? matchLabels : {}).every(
      ([key, value]) => Object.hasOwn(labels, key) && labels[key] === asText(value),
    ) && (Array.isArray(matchExpressions) ? matchExpressions : []).every((each) => isMap(each) && holds(each, labels))
  );
}

/** The keys of labels that a label selector reads. */
export function selectedKeys(selector: unknown): readonly string[] {
  if (!isMap(selector)) {
    return NONE;
  }
  const { matchLabels, matchExpressions } = selector;
  return [
    ...Object.keys(isMap(matchLabels) ? matchLabels : {}),
    ...(Array.isArray(matchExpressions) ? matchExpressions : []).map((each) => (isMap(each) ? asText(each.key) : '')),
  ];
}

/** Whether a label selector asks for nothing, and so selects all. */
export function isEmptySelector(selector: unknown): boolean {
  if (!isMap(selector)) {
    return false;
  }
  const { matchLabels, matchExpressions } = selector;
  return (
    Object.keys(isMap(matchLabels) ? matchLabels : {}).length === 0 &&
    (!Array.isArray(matchExpressions) || matchExpressions.length === 0)
  );
}

function holds({ key, operator, values }: Readonly<Record<string, unknown>>, labels: Labels): boolean {
  const value = Object.hasOwn(labels, asText(key)) ? labels[asText(key)] : undefined;
  const wanted = Array.isArray(values) ? values.map(asText) : [];
  switch (operator) {
    case 'In':
      return value !== undefined && wanted.includes(value);
    case 'NotIn':
      return value === undefined || !wanted.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}

/** Something in a label selector that Kubernetes does not take, with its place below the selector. */
interface SelectorProblem {
  readonly path: string;
  readonly value: unknown;
  readonly problem: string;
}

/** What Kubernetes does not take in a label selector. k8s.io/apimachinery pkg/apis/meta/v1/validation. */
export function selectorProblems(selector: unknown): readonly SelectorProblem[] {
  if (!isMap(selector)) {
    return NONE;
  }
  const { matchLabels, matchExpressions } = selector;
  const labels = Object.entries(isMap(matchLabels) ? matchLabels : {}).flatMap(([key, value]) => [
    ...badKey(key, `matchLabels["${key}"]`),
    ...badValue(value, `matchLabels["${key}"]`),
  ]);
  const expressions = (Array.isArray(matchExpressions) ? matchExpressions : []).flatMap((each: unknown, i) =>
    isMap(each) ? expressionProblems(each, `matchExpressions[${i}]`) : [],
  );
  return labels.length === 0 && expressions.length === 0 ? NONE : [...labels, ...expressions];
}

const NONE: readonly never[] = [];

function expressionProblems(
  { key, operator, values }: Readonly<Record<string, unknown>>,
  path: string,
): SelectorProblem[] {
  const written = Array.isArray(values) ? values : [];
  const takesValues = operator === 'In' || operator === 'NotIn';
  const isKnown = takesValues || operator === 'Exists' || operator === 'DoesNotExist';
  const ofOperator = !isKnown
    ? [{ path: `${path}.operator`, value: operator, problem: 'is not one of: In, NotIn, Exists, DoesNotExist' }]
    : takesValues === written.length > 0
      ? []
      : [{ path: `${path}.values`, value: operator, problem: takesValues ? 'takes values' : 'takes no values' }];
  return [
    ...ofOperator,
    ...badKey(key, `${path}.key`),
    ...written.flatMap((value, i) => badValue(value, `${path}.values[${i}]`)),
  ];
}

function badKey(key: unknown, path: string): SelectorProblem[] {
  return typeof key === 'string' && isQualifiedName(key)
    ? []
    : [{ path, value: key, problem: 'is not the key of a label' }];
}

function badValue(value: unknown, path: string): SelectorProblem[] {
  return typeof value !== 'string' || isLabelValue(value)
    ? []
    : [{ path, value, problem: 'cannot be the value of a label' }];
}
