import { HIDDEN, withoutSecrets } from '../../findings/secrets/secret-text';
import { isSecretPath } from '../../findings/secrets/shown-value';
import { asText, isMap } from '../../kube/object';
import { keysOf } from '../../kube/path';

/** What tells an item of a list from the others: the values of its keys, which may be below it, as `metadata.name`. */
export interface ItemKey {
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
export function keyText({ values }: ItemKey): string {
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
