import { HIDDEN, withoutSecrets } from '../../findings/secrets/secret-text';
import { isSecretPath } from '../../findings/secrets/shown-value';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { keysOf } from '../../kube/path';
import { parseQuantity } from '../../kube/quantity';
import type { Target } from '../../target/target';
import { cursorOf, type FieldCursor } from './field-cursor';

/** The fields in which two states of one object differ, as a cluster would see it. */
export function compareObjects(before: KubeObject, after: KubeObject, target: Target): FieldChange[] {
  const changes: FieldChange[] = [];
  // The newer version of a kind says how it is read, also where the older one had other names.
  compareValues(before, after, cursorOf(after, target), [], changes);
  return changes;
}

function compareValues(
  before: unknown,
  after: unknown,
  cursor: FieldCursor,
  steps: readonly ChangeStep[],
  changes: FieldChange[],
): void {
  const [written, next] = [present(before, cursor), present(after, cursor)];
  const [left, right] = [written ?? cursor.fallback, next ?? cursor.fallback];
  if (isMap(left) && isMap(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      compareValues(ownOf(left, key), ownOf(right, key), cursor.child(key), [...steps, key], changes);
    }
  } else if (Array.isArray(left) && Array.isArray(right)) {
    compareLists(left, right, cursor, steps, changes);
  } else if (!isSameScalar(left, right, cursor)) {
    changes.push(changed(steps, written, next));
  }
}

function changed(steps: readonly ChangeStep[], before: unknown, after: unknown): FieldChange {
  return { steps, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** What is null is not there, and neither is an empty list, nor an empty map of free keys, nor some empty texts. */
function present(value: unknown, cursor: FieldCursor): unknown {
  if (value === null || (Array.isArray(value) && value.length === 0) || (value === '' && cursor.emptyTextIsAbsent)) {
    return undefined;
  }
  return isMap(value) && cursor.emptyIsAbsent && Object.keys(value).length === 0 ? undefined : value;
}

function isSameScalar(left: unknown, right: unknown, { isQuantity }: FieldCursor): boolean {
  if (left === right) {
    return true;
  }
  if (!isQuantity || !isAmount(left) || !isAmount(right)) {
    return false;
  }
  const [a, b] = [parseQuantity(asText(left)), parseQuantity(asText(right))];
  return a !== undefined && b !== undefined && a.nano === b.nano;
}

function isAmount(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  cursor: FieldCursor,
  steps: readonly ChangeStep[],
  changes: FieldChange[],
): void {
  if (cursor.unordered && [...before, ...after].every(isScalar)) {
    compareSets(before, after, steps, changes);
    return;
  }
  const keys = keysFor(before, after, cursor);
  if (keys === undefined) {
    comparePositions(before, after, cursor.item(), steps, changes);
  } else {
    compareKeyed(keys, cursor, steps, changes);
  }
}

function compareSets(
  before: readonly unknown[],
  after: readonly unknown[],
  steps: readonly ChangeStep[],
  changes: FieldChange[],
): void {
  const [old, fresh] = [new Set(before), new Set(after)];
  for (const item of old) {
    if (!fresh.has(item)) {
      changes.push({ steps: [...steps, { item }], before: item });
    }
  }
  for (const item of fresh) {
    if (!old.has(item)) {
      changes.push({ steps: [...steps, { item }], after: item });
    }
  }
}

type Keyed = ReadonlyMap<string, { readonly key: ItemKey; readonly item: unknown }>;

function compareKeyed(
  { old, fresh }: { readonly old: Keyed; readonly fresh: Keyed },
  cursor: FieldCursor,
  steps: readonly ChangeStep[],
  changes: FieldChange[],
): void {
  const item = cursor.item();
  for (const [text, { key, item: value }] of old) {
    const other = fresh.get(text);
    if (other === undefined) {
      changes.push({ steps: [...steps, key], before: value });
    } else {
      compareValues(value, other.item, item, [...steps, key], changes);
    }
  }
  const added = [...fresh].filter(([text]) => !old.has(text));
  for (const [, { key, item: value }] of added) {
    changes.push({ steps: [...steps, key], after: value });
  }
  const [was, is] = [[...old.keys()], [...fresh.keys()]];
  const reached = [...was.filter((text) => fresh.has(text)), ...added.map(([text]) => text)];
  if (!cursor.unordered && reached.some((text, i) => text !== is[i])) {
    changes.push({ steps, before: namesIn(old), after: namesIn(fresh), order: [...fresh.values()][0]!.key });
  }
}

function namesIn(keyed: Keyed): unknown[] {
  return [...keyed.values()].map(({ key }) => (key.values.length === 1 ? key.values[0] : key.values));
}

/** The key that tells the items apart: the list's own, else a name that each of them has. */
const USUAL_KEYS: readonly (readonly string[])[] = [['name'], ['metadata.name']];

function keysFor(
  before: readonly unknown[],
  after: readonly unknown[],
  { keys, keyDefaults }: FieldCursor,
): { old: Keyed; fresh: Keyed } | undefined {
  for (const by of keys === undefined ? USUAL_KEYS : [keys, ...USUAL_KEYS]) {
    const old = keyed(before, by, keyDefaults);
    const fresh = old === undefined ? undefined : keyed(after, by, keyDefaults);
    if (old !== undefined && fresh !== undefined) {
      return { old, fresh };
    }
  }
  return undefined;
}

/** The items by their keys; nothing where one has none, or two have the same. */
function keyed(
  items: readonly unknown[],
  by: readonly string[],
  defaults: FieldCursor['keyDefaults'],
): Keyed | undefined {
  const found = new Map<string, { key: ItemKey; item: unknown }>();
  for (const item of items) {
    const key = isMap(item) ? keyOf(item, by, defaults) : undefined;
    if (key === undefined || found.has(keyText(key))) {
      return undefined;
    }
    found.set(keyText(key), { key, item });
  }
  return found;
}

/** Items without a key, by their place: what both begin and end with is the same, and the rest is compared in order. */
function comparePositions(
  before: readonly unknown[],
  after: readonly unknown[],
  cursor: FieldCursor,
  steps: readonly ChangeStep[],
  changes: FieldChange[],
): void {
  // Each pair once: looked at again on every level, lists in lists would cost three times as much for each of them.
  const known = new Map<string, readonly FieldChange[]>();
  const between = (i: number, j: number): readonly FieldChange[] => {
    const found: FieldChange[] = [];
    const pair = `${i},${j}`;
    if (!known.has(pair)) {
      compareValues(before[i], after[j], cursor, [], found);
      if (found.length > 0) {
        known.set(pair, found);
      }
    }
    return known.get(pair) ?? found;
  };
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && between(head, head).length === 0) {
    head++;
  }
  let tail = 0;
  while (tail < shorter - head && between(before.length - 1 - tail, after.length - 1 - tail).length === 0) {
    tail++;
  }
  const [removed, added] = [before.length - tail, after.length - tail];
  const both = Math.min(removed, added);
  for (let i = head; i < both; i++) {
    if (isVoid(before[i]) || isVoid(after[i])) {
      changes.push({ steps: [...steps, i], before: before[i], after: after[i] });
    } else {
      for (const change of between(i, i)) {
        changes.push({ ...change, steps: [...steps, i, ...change.steps] });
      }
    }
  }
  // From the end, so that each of them is where its number says when they are taken out one after the other.
  for (let i = removed - 1; i >= both; i--) {
    changes.push({ steps: [...steps, i], before: before[i] });
  }
  for (let i = both; i < added; i++) {
    changes.push({ steps: [...steps, i], after: after[i] });
  }
}

/** An item that would not be there as a field, and is one all the same in a list. */
function isVoid(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0) || (isMap(value) && isEmptyMap(value));
}

function isEmptyMap(map: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(map).length === 0;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function ownOf(map: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** What tells an item of a list from the others: the values of its keys, which may be below it, as `metadata.name`. */
interface ItemKey {
  readonly by: readonly string[];
  readonly values: readonly unknown[];
  /** What a part of the key is where an item does not say it. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/** A scalar in a list whose order does not count: the item is its own key. */
interface SetItem {
  readonly item: unknown;
}

/** One step into an object: a key, a position of a list, or the item of a list that has a key. */
export type ChangeStep = string | number | ItemKey | SetItem;

/** One field that differs. What is undefined is not there. */
export interface FieldChange {
  readonly steps: readonly ChangeStep[];
  readonly before?: unknown;
  readonly after?: unknown;
  /** Set where only the order of a list differs: what its items are known by; before and after are then their keys. */
  readonly order?: Pick<ItemKey, 'by' | 'defaults'>;
}

const PLAIN_KEY = /^[\w$-]+$/;

/** A path as people read it: `spec.template.spec.volumes[root].persistentVolumeClaim.claimName`. */
export function shownSteps(steps: readonly ChangeStep[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'string') {
      path += PLAIN_KEY.test(step) ? `${path === '' ? '' : '.'}${step}` : `[${JSON.stringify(step)}]`;
    } else {
      path += `[${isOfSecret(steps, step) ? HIDDEN : withoutSecrets(itemText(step))}]`;
    }
  }
  return path;
}

/** A path with `[]` for every item of a list, by which rows of tables know a field: `spec.volumes[].name`. */
export function patternOf(steps: readonly ChangeStep[]): string {
  let path = '';
  for (const step of steps) {
    path += typeof step !== 'string' ? '[]' : path === '' ? step : `.${step}`;
  }
  return path;
}

/** An item that is its own key, in a list of secrets: a header, a key. */
function isOfSecret(steps: readonly ChangeStep[], step: Exclude<ChangeStep, string>): boolean {
  const keys = steps.slice(0, steps.indexOf(step)).filter((each) => typeof each === 'string');
  return typeof step === 'object' && 'item' in step && isSecretPath(keys);
}

function itemText(step: Exclude<ChangeStep, string>): string {
  if (typeof step === 'number') {
    return String(step);
  }
  if ('item' in step) {
    return asText(step.item);
  }
  return step.by.length === 1
    ? asText(step.values[0])
    : step.by.map((key, i) => `${key}=${asText(step.values[i])}`).join(',');
}

/** The key of an item; nothing where it lacks a part of it. A default stands for a part that is not said. */
export function keyOf(
  item: unknown,
  by: readonly string[],
  defaults?: Readonly<Record<string, unknown>>,
): ItemKey | undefined {
  const values = by.map((path) => keysOf(path).reduce(childOf, item) ?? defaults?.[path]);
  return values.some((value) => value === undefined || value === null || typeof value === 'object')
    ? undefined
    : { by, values, ...(defaults === undefined ? {} : { defaults }) };
}

/** A key as the key of a map. */
function keyText({ values }: ItemKey): string {
  return JSON.stringify(values);
}

function childOf(value: unknown, key: string): unknown {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Where an item of a list is; -1 where it is not there. */
export function positionIn(list: readonly unknown[], step: ChangeStep): number {
  if (typeof step === 'number') {
    return step;
  }
  if (typeof step === 'string') {
    return -1;
  }
  if ('item' in step) {
    return list.indexOf(step.item);
  }
  return list.findIndex((item) => isItem(item, step));
}

function isItem(item: unknown, key: ItemKey): boolean {
  const found = keyOf(item, key.by, key.defaults);
  return found !== undefined && keyText(found) === keyText(key);
}
