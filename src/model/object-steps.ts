import { isMap } from '../kube/object';
import type { PathStep } from '../kube/path';

/** What is at a path of an object; items of lists by their names, as rules call them, or by their places. */
export function valueAtSteps(object: unknown, steps: readonly PathStep[]): unknown {
  return steps.reduce<unknown>(
    (value, step) => (step.isItem ? listed(value, step.text) : keyed(value, step.text)),
    object,
  );
}

function keyed(value: unknown, key: string): unknown {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function listed(value: unknown, name: string): unknown {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const found = value.find((item) => itemName(item) === name);
  return found ?? (/^\d+$/.test(name) ? value[Number(name)] : undefined);
}

/** The name of a list item: its own, or the one in its metadata. */
export function itemName(item: unknown): string | undefined {
  if (!isMap(item)) {
    return undefined;
  }
  const name = item.name ?? (isMap(item.metadata) ? item.metadata.name : undefined);
  return typeof name === 'string' ? name : undefined;
}
