import { isMap } from '../../src/kube/object';
import { type ChangeStep, type FieldChange, keyOf, positionIn } from '../../src/review/diff/compare';

type Container = Record<string, unknown> | unknown[];

/**
 * An object with changes made to it.
 *
 * The changes that `compareObjects` finds between two states, made to the first, give the second: that holds the comparison honest.
 */
export function applyChanges<T extends object>(object: T, changes: readonly FieldChange[]): T {
  const copy = structuredClone(object);
  for (const change of changes) {
    applyOne(copy as Container, change);
  }
  return copy;
}

function applyOne(root: Container, change: FieldChange): void {
  if (change.order !== undefined) {
    reorder(containerAt(root, change.steps, []), change.after as readonly unknown[], change.order);
    return;
  }
  const last = change.steps.at(-1)!;
  const around = containerAt(root, change.steps.slice(0, -1), typeof last === 'string' ? {} : []);
  if (Array.isArray(around)) {
    applyToList(around, last, change);
  } else if (change.after === undefined) {
    delete around[String(last)];
  } else {
    around[String(last)] = structuredClone(change.after);
  }
}

function applyToList(list: unknown[], last: ChangeStep, change: FieldChange): void {
  const at = positionIn(list, last);
  if (change.after === undefined && typeof last === 'object' && 'item' in last) {
    // What is written twice in a set is in it once, and goes as a whole.
    list.splice(0, list.length, ...list.filter((item) => item !== last.item));
  } else if (change.after === undefined) {
    list.splice(at, 1);
  } else if (typeof last !== 'number') {
    at === -1 ? list.push(structuredClone(change.after)) : list.splice(at, 1, structuredClone(change.after));
  } else {
    list.splice(last, 'before' in change ? 1 : 0, structuredClone(change.after));
  }
}

/** What is at some steps; made on the way where it is not there. */
function containerAt(root: Container, steps: readonly ChangeStep[], wanted: Container): Container {
  let around: Container = root;
  steps.forEach((step, i) => {
    const next = steps[i + 1];
    const missing = next === undefined ? wanted : typeof next === 'string' ? {} : [];
    around = childOf(around, step, missing);
  });
  return around;
}

function childOf(around: Container, step: ChangeStep, missing: Container): Container {
  const key = Array.isArray(around) ? positionIn(around, step) : String(step);
  const found = (around as Record<string | number, unknown>)[key];
  if (isMap(found) || Array.isArray(found)) {
    return found as Container;
  }
  const made = structuredClone(missing);
  (around as Record<string | number, unknown>)[key] = made;
  return made;
}

function reorder(
  list: Container,
  names: readonly unknown[],
  { by, defaults }: NonNullable<FieldChange['order']>,
): void {
  if (!Array.isArray(list)) {
    return;
  }
  const order = new Map(names.map((name, i) => [JSON.stringify(name), i]));
  const rankOf = (item: unknown) => {
    const { values } = keyOf(item, by, defaults) ?? { values: [] };
    return order.get(JSON.stringify(values.length === 1 ? values[0] : values)) ?? 0;
  };
  list.splice(0, list.length, ...[...list].sort((a, b) => rankOf(a) - rankOf(b)));
}
