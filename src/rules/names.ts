import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { shownValue } from '../secrets/shown-value';
import { NOTHING_WRONG } from './subject';

/** An object that a patch robbed of its name, that never had one, or that has something else there. */
export function checkNames(object: KubeObject): readonly Finding[] {
  const { name, generateName, namespace }: Readonly<Record<string, unknown>> = isMap(object.metadata)
    ? object.metadata
    : {};
  const isNamed = isText(name) || (isUnsaid(name) && isText(generateName));
  return isNamed && (isText(namespace) || isUnsaid(namespace))
    ? NOTHING_WRONG
    : [...(isNamed ? [] : checkName(object, name)), ...checkNamespace(object, namespace)];
}

function checkName(object: KubeObject, name: unknown): Finding[] {
  return [
    isUnsaid(name)
      ? {
          ...malformed(object, 'name', 'the object has no name', 'give it a name'),
          why: 'Nobody can apply it twice: without a name there is nothing to compare it with',
        }
      : malformed(object, 'name', `its name is ${shownValue(name)}, not a text`, 'write a name, in quotes'),
  ];
}

function checkNamespace(object: KubeObject, namespace: unknown): Finding[] {
  return isText(namespace) || isUnsaid(namespace)
    ? []
    : [
        malformed(
          object,
          'namespace',
          `its namespace is ${shownValue(namespace)}, not a text`,
          'write a name, in quotes',
        ),
      ];
}

function malformed(object: KubeObject, key: string, what: string, fix: string): Finding {
  return {
    code: 'PV002',
    severity: 'error',
    object: findingObject(object),
    path: `metadata.${key}`,
    what,
    why: 'The API server refuses the object',
    fix,
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isUnsaid(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
