import type { Finding } from '../../findings/finding';
import { shownValue } from '../../findings/secrets/shown-value';
import { nameOf } from '../../kube/identity';
import { isLabelValue, isQualifiedName } from '../../kube/names';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';

const SOURCE = 'k8s.io/apimachinery pkg/api/validation/objectmeta.go';
const FIX = 'use letters, digits and - _ . in quotes, at most 63; a key may begin with a DNS name and a slash';

/** Where a pool has labels, and what happens with malformed ones. */
const PLACES: readonly (readonly [path: string, why: string])[] = [
  ['spec.selector.matchLabels', 'The webhook of the controller rejects the MachineDeployment'],
  ['spec.template.metadata.labels', 'The API server rejects the machines: the pool is accepted, and stays empty'],
  ['spec.template.spec.metadata.labels', 'The API server rejects the node with them: it never gets its labels'],
];

/** Labels of a pool, of its machines and of their nodes that Kubernetes does not take. */
export function checkPoolLabels(object: KubeObject): Finding[] {
  const selector = valueAt(object, 'spec.selector.matchLabels');
  return PLACES.flatMap(([path, why]) => {
    const labels = valueAt(object, path);
    return Object.entries(isMap(labels) ? labels : {}).flatMap(([key, value]) => {
      // Machines have what selects them.
      const isTold = labels !== selector && isMap(selector) && selector[key] === value;
      const problem = isTold ? undefined : problemOf(key, value);
      return problem === undefined ? [] : [malformed(object, path, key, value, problem, why)];
    });
  });
}

function problemOf(key: string, value: unknown): string | undefined {
  if (!isQualifiedName(key)) {
    return `${shownValue(key)} is not a key`;
  }
  return typeof value !== 'string' || isLabelValue(value) ? undefined : `${shownValue(value)} cannot be its value`;
}

/** Selectors are made of names, which may be too long for a label together. */
function malformed(
  object: KubeObject,
  path: string,
  key: string,
  value: unknown,
  problem: string,
  why: string,
): Finding {
  const name = nameOf(object) ?? '';
  const isOfName = isQualifiedName(key) && name !== '' && asText(value).includes(name);
  return {
    code: isOfName ? 'PV604' : 'PV003',
    severity: 'error',
    path: `${path}[${JSON.stringify(key)}]`,
    what: isOfName
      ? `machines would be labelled ${asText(value)}, which is too long or malformed for a label`
      : problem,
    why,
    fix: isOfName ? 'use a shorter name, or write a selector of your own' : FIX,
    source: SOURCE,
  };
}
