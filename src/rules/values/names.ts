import { shownValue } from '../../findings/secrets/shown-value';
import { isMap, type KubeObject } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';

/** An object that a patch robbed of its name, that never had one, or that has something else there. */
export const names: Rule = () => ({ member: { object: checkNames } });

function checkNames(object: KubeObject): Found {
  const { name, generateName, namespace }: Readonly<Record<string, unknown>> = isMap(object.metadata)
    ? object.metadata
    : {};
  const isNamed = isText(name) || (isUnsaid(name) && isText(generateName));
  return isNamed && (isText(namespace) || isUnsaid(namespace))
    ? NOTHING_WRONG
    : [...(isNamed ? [] : [nameless(name)]), ...checkNamespace(namespace)];
}

function nameless(name: unknown): Said {
  return isUnsaid(name)
    ? {
        ...malformed('name', 'the object has no name', 'give it a name'),
        why: 'Without a name it cannot be compared or applied again',
      }
    : malformed('name', `its name is ${shownValue(name)}, not a text`, 'write a name, in quotes');
}

function checkNamespace(namespace: unknown): readonly Said[] {
  return isText(namespace) || isUnsaid(namespace)
    ? NOTHING_WRONG
    : [malformed('namespace', `its namespace is ${shownValue(namespace)}, not a text`, 'write a name, in quotes')];
}

function malformed(key: string, what: string, fix: string): Said {
  return { code: 'PV002', path: `metadata.${key}`, what, why: 'The API server rejects the object', fix };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isUnsaid(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
