import { isMap, type KubeObject } from './object';

/** A value and the way to it. */
export interface Item {
  readonly value: unknown;
  readonly at: readonly (string | number)[];
}

/** A value, or what is in it if it is a List. */
export function itemsOf(value: unknown): Item[] {
  const isList =
    isMap(value) && typeof value.kind === 'string' && value.kind.endsWith('List') && Array.isArray(value.items);
  return isList
    ? (value.items as unknown[]).map((item, i) => ({ value: item, at: ['items', i] }))
    : [{ value, at: [] }];
}

/** Whether a value says what it is. What else an object must have, rules ask for. */
export function isKubeObject(value: unknown): value is KubeObject {
  return isMap(value) && isText(value.apiVersion) && isText(value.kind);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
