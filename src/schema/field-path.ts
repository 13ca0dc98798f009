import { isDnsSubdomain } from '../kube/names';
import { isMap } from '../kube/object';

/** Keys and list positions from the root of an object. */
export type Steps = readonly (string | number)[];

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** Longer lists are not searched for a second item of the same name: a path must not cost as much as its list. */
const LONGEST_NAMED_LIST = 256;

/** Longer keys are cut: one may be a whole file. */
const LONGEST_KEY = 80;

/** A path as people read it: `spec.template.spec.domain.devices.disks[os].disk.bus`. */
export function fieldPath(root: unknown, steps: Steps): string {
  let path = '';
  let around: unknown;
  let value = root;
  for (const step of steps) {
    around = value;
    value = childOf(around, step);
    path += typeof step === 'number' ? `[${nameIn(around, value) ?? step}]` : keyText(step, path === '');
  }
  return path;
}

function keyText(key: string, first: boolean): string {
  if (!PLAIN_KEY.test(key)) {
    return `[${JSON.stringify(key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key)}]`;
  }
  const shown = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
  return first ? shown : `.${shown}`;
}

/** The name of an item, where it names no other item of its list and cannot be taken for a position. */
function nameIn(list: unknown, item: unknown): string | undefined {
  const name = nameOf(item);
  if (name === undefined || !Array.isArray(list) || list.length > LONGEST_NAMED_LIST) {
    return undefined;
  }
  const isClear = isDnsSubdomain(name) && !/^\d+$/.test(name);
  return isClear && list.every((other) => other === item || nameOf(other) !== name) ? name : undefined;
}

/** Templates of data volumes are objects in a list, with a name in their metadata. */
function nameOf(item: unknown): string | undefined {
  const name = isMap(item) ? (item.name ?? (isMap(item.metadata) ? item.metadata.name : undefined)) : undefined;
  return typeof name === 'string' ? name : undefined;
}

function childOf(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Readonly<Record<string | number, unknown>>)[step]
    : undefined;
}
