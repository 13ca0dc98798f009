import { isMap } from '../kube/object';
import type { ClusterNode } from './node';

/** A placement as a manifest has it: selector, affinity, tolerations. Whatever has another type is taken as absent. */
export type WrittenPlacement = Readonly<Record<string, unknown>>;

/** Whether a placement asks anything of a node by itself: tolerations and preferences do not. */
export function hasRequirement(placement: WrittenPlacement | undefined): boolean {
  return Object.keys(selectorOf(placement)).length > 0 || requiredTerms(placement) !== undefined;
}

/**
 * Whether a node is one of those that a placement asks for.
 *
 * All labels of the selector, and any of the terms of the required affinity. A list without terms matches nothing.
 */
export function matchesPlacement(node: ClusterNode, placement: WrittenPlacement | undefined): boolean {
  const terms = requiredTerms(placement);
  return (
    Object.entries(selectorOf(placement)).every(([key, value]) => node.labels[key] === value) &&
    (terms === undefined || terms.some((term) => matchesTerm(node, term)))
  );
}

/** The labels that a placement asks about. */
export function askedLabels(placement: WrittenPlacement | undefined): string[] {
  const terms = requiredTerms(placement) ?? [];
  const keys = terms.flatMap(({ matchExpressions }) => maps(matchExpressions).map(({ key }) => String(key)));
  return [...new Set([...Object.keys(selectorOf(placement)), ...keys])];
}

function selectorOf(placement: WrittenPlacement | undefined): Readonly<Record<string, unknown>> {
  return isMap(placement?.nodeSelector) ? placement.nodeSelector : {};
}

function requiredTerms(placement: WrittenPlacement | undefined): Readonly<Record<string, unknown>>[] | undefined {
  const affinity = placement?.affinity;
  const ofNodes = isMap(affinity) ? affinity.nodeAffinity : undefined;
  const required = isMap(ofNodes) ? ofNodes.requiredDuringSchedulingIgnoredDuringExecution : undefined;
  return isMap(required) ? maps(required.nodeSelectorTerms) : undefined;
}

/** A term without any condition matches nothing; one that cannot be read neither. */
function matchesTerm(node: ClusterNode, { matchExpressions, matchFields }: Readonly<Record<string, unknown>>): boolean {
  const expressions = maps(matchExpressions);
  const fields = maps(matchFields);
  return (
    expressions.length + fields.length > 0 &&
    expressions.every((expression) => matchesExpression(node.labels, expression)) &&
    fields.every((field) => matchesField(node, field))
  );
}

function matchesExpression(labels: ClusterNode['labels'], expression: Readonly<Record<string, unknown>>): boolean {
  const value = labels[String(expression.key)];
  const values = (Array.isArray(expression.values) ? expression.values : []).map(String);
  switch (expression.operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return values.length > 0 && (value === undefined || !values.includes(value));
    case 'Exists':
      return value !== undefined && values.length === 0;
    case 'DoesNotExist':
      return value === undefined && values.length === 0;
    case 'Gt':
      return compareWhole(value, values, (a, b) => a > b);
    case 'Lt':
      return compareWhole(value, values, (a, b) => a < b);
    default:
      return false;
  }
}

const WHOLE = /^[+-]?\d+$/;

function compareWhole(value: string | undefined, values: readonly string[], holds: (a: bigint, b: bigint) => boolean) {
  const [bound, ...more] = values;
  return (
    value !== undefined &&
    bound !== undefined &&
    more.length === 0 &&
    WHOLE.test(value) &&
    WHOLE.test(bound) &&
    holds(BigInt(value.replace('+', '')), BigInt(bound.replace('+', '')))
  );
}

/** Kubernetes knows one field here, its name, and one value at a time. */
function matchesField(node: ClusterNode, { key, operator, values }: Readonly<Record<string, unknown>>): boolean {
  if (key !== 'metadata.name' || !Array.isArray(values) || values.length !== 1) {
    return false;
  }
  return operator === 'In' ? node.name === values[0] : operator === 'NotIn' && node.name !== values[0];
}

function maps(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}
