import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';
import { type PathStep, pathOfSteps, pathSteps } from '../kube/path';
import { declaredPath } from './declared-path';
import { type Escaping, patchedBy, patchesOf } from './escape-hatch';
import { merged } from './merge-spec';
import { valueAtSteps } from './object-steps';
import { isSame } from './rows/row';

/** What is wrong with what a declaration lays over its object: patches that do not apply, and keys that say another thing. */
export function checkEscapes(object: KubeObject, declaration: Escaping): Finding[] {
  const { spec, patches } = declaration;
  if (spec === undefined && patches === undefined) {
    return [];
  }
  const laid = isMap(spec) ? { ...object, spec: merged(object.spec, spec) } : object;
  return [
    ...contradictions(object, declaration),
    ...patchedBy(laid, patchesOf(patches)).failed.map(
      ({ index, pointer, reason }): Finding => ({
        code: 'PV028',
        severity: 'error',
        path: `patches[${index}]`,
        what: `the patch at ${pointer} does not apply: ${reason}`,
        why: 'The object is written without it, which is not what was meant',
        fix: 'correct the pointer; polyvirt synth --stdout without it shows the object',
      }),
    ),
  ];
}

/** Values of `spec` that a key gives too, and differently: of the two one is a mistake. */
function contradictions(object: KubeObject, declaration: Escaping): Finding[] {
  return leavesOf(declaration.spec, [{ text: 'spec', isItem: false }]).flatMap(({ steps, value }) => {
    const path = pathOfSteps(steps);
    const before = valueAtSteps(object, steps);
    if (before === undefined || isSame(before, value)) {
      return [];
    }
    const { spec: _spec, ...keys } = declaration;
    const key = declaredPath({ object: findingObject(object), path }, object, keys);
    const isSaid = key !== undefined && valueAtSteps(keys, pathSteps(key) ?? []) !== undefined;
    return isSaid
      ? [
          {
            code: 'PV027',
            severity: 'error' as const,
            path,
            what: `${key} says something else`,
            why: 'spec is laid over the keys, so what the key says never reaches the cluster',
            fix: `remove ${key}, or this`,
          },
        ]
      : [];
  });
}

interface Leaf {
  readonly steps: readonly PathStep[];
  readonly value: unknown;
}

function leavesOf(value: unknown, steps: readonly PathStep[]): Leaf[] {
  if (isMap(value)) {
    return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...steps, { text: key, isItem: false }]));
  }
  if (Array.isArray(value) && value.every((item) => isMap(item) && typeof item.name === 'string')) {
    return (value as Readonly<Record<string, unknown>>[]).flatMap((item) =>
      leavesOf(item, [...steps, { text: asText(item.name), isItem: true }]),
    );
  }
  return [{ steps, value }];
}
