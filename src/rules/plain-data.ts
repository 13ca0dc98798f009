import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { type Unwritable, unwritableIn } from '../kube/plain-data';
import { fieldPath } from '../schema/field-path';
import { NOTHING_WRONG } from './subject';

/** Values that a manifest cannot say: JSON would turn them into null, or into something else, without a word. */
export function checkPlainData(object: KubeObject): readonly Finding[] {
  const found = unwritableIn(object);
  return found.length === 0 ? NOTHING_WRONG : found.map((each) => unwritable(object, each));
}

function unwritable(object: KubeObject, { steps, what, why }: Unwritable): Finding {
  return {
    code: 'PV005',
    severity: 'error',
    object: findingObject(object),
    path: fieldPath(object, steps),
    what: `this is ${what}, which no manifest can say`,
    why: 'JSON has no such value: it would reach the API server as null or as something else, or not at all',
    fix:
      why === 'number'
        ? 'write a number, or the text in quotes: cdk8s Include and Yaml.load read e1000 as a number, and a MAC address in base 60'
        : 'write texts, numbers, true or false, lists and maps only, as date.toISOString() or String(big)',
  };
}
