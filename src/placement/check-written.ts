import type { Finding } from '../findings/finding';
import { byContent } from '../kube/by-content';
import { isLabelValue, isQualifiedName } from '../kube/names';
import { unreadableIn, unreadableInTerm } from '../kube/node-selector';
import { isMap } from '../kube/object';
import { valuesAt } from '../kube/values-at';
import { shownValue } from '../secrets/shown-value';
import { malformed } from './check';

const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/**
 * What KubeVirt refuses of the affinity and the spread of an instance, whoever wrote it. Paths are below its spec.
 *
 * What is missing or of another type is a matter of structure, and told there.
 *
 * Source: kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/validate-k8s-utils.go.
 */
export function checkWrittenPlacement(spec: Readonly<Record<string, unknown>>): readonly Finding[] {
  const { affinity, topologySpreadConstraints } = spec;
  if (affinity === undefined && topologySpreadConstraints === undefined) {
    return NOTHING_WRONG;
  }
  const ofAffinity = isMap(affinity) ? checkAffinity(affinity) : NOTHING_WRONG;
  return Array.isArray(topologySpreadConstraints)
    ? [...ofAffinity, ...checkSpreads(topologySpreadConstraints)]
    : ofAffinity;
}

const NOTHING_WRONG: readonly never[] = [];

const checkAffinity = byContent((affinity: Readonly<Record<string, unknown>>): readonly Finding[] => [
  ...checkNodes(affinity),
  ...checkPods(affinity),
]);

function checkNodes(affinity: Readonly<Record<string, unknown>>): Finding[] {
  const terms = valuesAt(affinity, `nodeAffinity.${REQUIRED}.nodeSelectorTerms`);
  return [
    ...terms
      .filter(({ value }) => Array.isArray(value) && value.length === 0)
      .map(({ path }) =>
        malformed(`affinity.${path}`, 'a required affinity has no term', 'write one, or leave it out'),
      ),
    ...unreadableIn(affinity).map(({ path, problem }) => malformed(`affinity.${path}`, problem, FIX_TERM)),
    ...valuesAt(affinity, `nodeAffinity.${PREFERRED}[]`).flatMap(({ path, value }) => [
      ...checkWeight(value, `affinity.${path}`),
      ...unreadableInTerm(isMap(value) ? value.preference : undefined).map((each) =>
        malformed(`affinity.${path}.preference.${each.path}`, each.problem, FIX_TERM),
      ),
    ]),
    ...[`nodeAffinity.${REQUIRED}.nodeSelectorTerms[]`, `nodeAffinity.${PREFERRED}[].preference`].flatMap((term) =>
      valuesAt(affinity, `${term}.matchExpressions[]`).flatMap(({ path, value }) =>
        checkExpression(value, `affinity.${path}`),
      ),
    ),
  ];
}

const FIX_TERM = 'correct the requirement, or leave it out';

function checkExpression(expression: unknown, path: string): Finding[] {
  const { key, operator, values } = isMap(expression) ? expression : {};
  const bad = (Array.isArray(values) ? values : []).find((value) => typeof value === 'string' && !isLabelValue(value));
  return [
    ...checkKey(key, `${path}.key`),
    ...(bad === undefined || operator === 'Gt' || operator === 'Lt'
      ? []
      : [malformed(`${path}.values`, `${shownValue(bad)} cannot be the value of a label`, FIX_TERM)]),
  ];
}

function checkPods(affinity: Readonly<Record<string, unknown>>): Finding[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap((kind) => [
    ...valuesAt(affinity, `${kind}.${REQUIRED}[]`).flatMap(({ path, value }) =>
      checkPodTerm(value, `affinity.${path}`),
    ),
    ...valuesAt(affinity, `${kind}.${PREFERRED}[]`).flatMap(({ path, value }) => [
      ...checkWeight(value, `affinity.${path}`),
      ...checkPodTerm(isMap(value) ? value.podAffinityTerm : undefined, `affinity.${path}.podAffinityTerm`),
    ]),
  ]);
}

function checkPodTerm(term: unknown, path: string): Finding[] {
  return checkKey(isMap(term) ? term.topologyKey : undefined, `${path}.topologyKey`);
}

function checkSpreads(constraints: readonly unknown[]): Finding[] {
  return constraints.flatMap((constraint, i) => {
    const { maxSkew, topologyKey, whenUnsatisfiable } = isMap(constraint) ? constraint : {};
    const path = `topologySpreadConstraints[${i}]`;
    return [
      ...(typeof maxSkew !== 'number' || maxSkew >= 1
        ? []
        : [malformed(`${path}.maxSkew`, `${shownValue(maxSkew)} is not a skew`, 'write a whole number, 1 or more')]),
      ...checkKey(topologyKey, `${path}.topologyKey`),
      ...(typeof whenUnsatisfiable !== 'string' || ['DoNotSchedule', 'ScheduleAnyway'].includes(whenUnsatisfiable)
        ? []
        : [
            malformed(
              `${path}.whenUnsatisfiable`,
              `${shownValue(whenUnsatisfiable)} is nothing that a scheduler knows`,
              'write DoNotSchedule or ScheduleAnyway',
            ),
          ]),
    ];
  });
}

function checkKey(key: unknown, path: string): Finding[] {
  return typeof key !== 'string' || isQualifiedName(key)
    ? []
    : [malformed(path, `${shownValue(key)} is not the key of a label`, 'write the key of a label of the nodes')];
}

function checkWeight(term: unknown, path: string): Finding[] {
  const weight = isMap(term) ? term.weight : undefined;
  return typeof weight !== 'number' || (weight >= 1 && weight <= 100)
    ? []
    : [malformed(`${path}.weight`, `${shownValue(weight)} is not a weight`, 'write a whole number from 1 to 100')];
}
