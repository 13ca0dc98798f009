import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { type PathStep, pathOfSteps, pathSteps } from '../kube/path';
import { declaredPath } from './declared-path';
import { type Escaping, patchedBy, patchesOf } from './escape-hatch';
import { merged } from './merge-spec';
import { itemName, valueAtSteps } from './object-steps';
import { isSame } from './rows/row';

/** Mistakes in what a declaration lays over its object: patches that do not apply, and keys that contradict it. */
export function checkEscapes(object: KubeObject, declaration: Escaping): Finding[] {
  const { spec, patches } = declaration;
  if (spec === undefined && patches === undefined) {
    return [];
  }
  const laid = isMap(spec) ? { ...object, spec: merged(object.spec, spec) } : object;
  return [
    ...(isMap(spec) ? contradictions(object, declaration) : []),
    ...patchedBy(laid, patchesOf(patches)).failed.map(
      ({ index, pointer, reason }): Finding => ({
        code: 'PV028',
        severity: 'error',
        path: `patches[${index}]`,
        what: `the patch at ${pointer} does not apply: ${reason}`,
        why: 'The object would be written without it, which is not what you intended',
        fix: 'correct the pointer; polyvirt synth --stdout without it shows the object',
      }),
    ),
  ];
}

function contradictions(object: KubeObject, declaration: Escaping): Finding[] {
  return contradicted(object, declaration).map(({ key, steps }) => ({
    code: 'PV027',
    severity: 'error',
    path: pathOfSteps(steps),
    what: `${key} sets something else`,
    why: 'spec is merged over the keys, so the value of the key never reaches the cluster',
    fix: `remove ${key}, or this`,
  }));
}

/** A key, and the place in `spec` that gives its value too, and differently: of the two one is a mistake. */
interface Contradiction {
  readonly key: string;
  readonly steps: readonly PathStep[];
}

/** Keys that never reach the cluster, since `spec` sets something else. */
export function contradicted(
  object: KubeObject,
  { spec, patches: _patches, ...keys }: Escaping,
): readonly Contradiction[] {
  return leavesOf(spec, [{ text: 'spec', isItem: false }]).flatMap(({ steps, value }) => {
    const before = valueAtSteps(object, steps);
    if (before === undefined || isSame(before, merged(before, value))) {
      return [];
    }
    const key = keyOver(object, keys, steps, before);
    return key === undefined ? [] : [{ key, steps }];
  });
}

/** The key that says what is at a path of the object, or what is below it: a whole map may be removed. */
function keyOver(object: KubeObject, keys: object, steps: readonly PathStep[], before: unknown): string | undefined {
  const key = declaredPath({ object: findingObject(object), path: pathOfSteps(steps) }, object, keys);
  const said = key === undefined ? undefined : saidKey(keys, pathSteps(key) ?? []);
  if (said !== undefined) {
    return said;
  }
  for (const below of leavesOf(before, steps)) {
    const found = below.steps.length > steps.length ? keyOver(object, keys, below.steps, below.value) : undefined;
    if (found !== undefined) {
      return pathSteps(found)?.[0]?.text;
    }
  }
  return undefined;
}

/** The key itself where it is said, or the one around it that says all of it in a word: `bootloader: efi`. */
function saidKey(keys: object, steps: readonly PathStep[]): string | undefined {
  for (let length = steps.length; length > 0; length--) {
    const value = valueAtSteps(keys, steps.slice(0, length));
    if (value !== undefined && (length === steps.length || typeof value !== 'object')) {
      return value === null ? undefined : pathOfSteps(steps.slice(0, length));
    }
  }
  return undefined;
}

interface Leaf {
  readonly steps: readonly PathStep[];
  readonly value: unknown;
}

function leavesOf(value: unknown, steps: readonly PathStep[]): Leaf[] {
  if (isMap(value)) {
    return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...steps, { text: key, isItem: false }]));
  }
  if (Array.isArray(value) && value.length > 0 && value.every((item) => itemName(item) !== undefined)) {
    return value.flatMap((item) => leavesOf(item, [...steps, { text: itemName(item)!, isItem: true }]));
  }
  return [{ steps, value }];
}
