import { type Fields, isMap, type KubeObject, type MutableFields } from '../kube/object';
import { pathSteps, valueAt } from '../kube/path';
import { contradicted } from './check-escapes';
import type { PatchOperation } from './escape-hatch';
import { merged } from './merge-spec';
import { itemName } from './object-steps';
import { sayablePart } from './read/prop-findings';
import { type AnyRow, type AnyTable, isSame, readTable, type Table } from './rows/row';
import { Taken } from './rows/taken';

interface Escaping {
  readonly spec?: unknown;
  readonly patches?: readonly PatchOperation[];
}

/**
 * An object as a declaration that makes the same object again.
 *
 * Keys take what they can say. What is left of the spec is `spec`; what even that cannot say, or is outside of the spec, is
 * put right by patches.
 *
 * @param make what the keys of a declaration make
 */
export function readBack<D extends object, C>(
  table: Table<D, C>,
  object: KubeObject,
  context: C,
  make: (declaration: D) => KubeObject,
): D {
  const from = new Taken(structuredClone(object) as unknown as MutableFields);
  // As a machine type that is empty.
  const sayable = sayablePart(table as unknown as AnyTable, readTable(table, from, context) as object) as D;
  const keys = heard(table, sayable, object, make);
  const made = make(keys);
  const over = lacking(made.spec, object.spec);
  const laid = over === undefined ? made : { ...made, spec: merged(made.spec, over) };
  const patches = patchesFor(laid, object);
  return {
    ...keys,
    ...(over === undefined ? {} : { spec: over }),
    ...(patches.length === 0 ? {} : { patches }),
  } as D & Escaping;
}

/** Without keys that `spec` would have to contradict, or that make nothing, as a feature gate that the release has on anyway. */
function heard<D extends object, C>(
  { rows }: Table<D, C>,
  keys: D,
  object: KubeObject,
  make: (declaration: D) => KubeObject,
): D {
  const made = make(keys);
  const over = lacking(made.spec, object.spec);
  if (!isMap(over)) {
    return keys;
  }
  const isOver = ({ fields }: AnyRow) => fields.some((field) => valueAt({ spec: over }, field) !== undefined);
  const first = contradicted(made, { ...keys, spec: over }).map(({ key }) => pathSteps(key)?.[0]?.text);
  const unheard = Object.entries(rows as unknown as AnyTable['rows']).filter(([key, row]) => {
    if (!Object.hasOwn(keys, key)) {
      return false;
    }
    return first.includes(key) || (isOver(row) && isSame(make(without(keys, [key])), made));
  });
  return without(
    keys,
    unheard.map(([key]) => key),
  );
}

function without<D extends object>(keys: D, unheard: readonly string[]): D {
  return Object.fromEntries(Object.entries(keys).filter(([key]) => !unheard.includes(key))) as D;
}

/** What has to be laid over one value to get another; nothing where they are the same. */
function lacking(made: unknown, wanted: unknown): unknown {
  if (isSame(made, wanted)) {
    return undefined;
  }
  if (isMap(made) && isMap(wanted)) {
    const entries = [
      ...Object.keys(made)
        .filter((key) => !Object.hasOwn(wanted, key))
        .map((key): [string, unknown] => [key, null]),
      ...Object.keys(wanted)
        .filter((key) => !isSame(made[key], wanted[key]))
        .map((key): [string, unknown] => [key, lacking(made[key], wanted[key])]),
    ];
    return Object.fromEntries(entries);
  }
  if (Array.isArray(made) && Array.isArray(wanted)) {
    return lackingItems(made, wanted);
  }
  return wanted;
}

/** Items by name: those that differ, and all names where their order does. */
function lackingItems(made: readonly unknown[], wanted: readonly unknown[]): unknown {
  const [before, after] = [made.map(itemName), wanted.map(itemName)];
  const areNamed = [...before, ...after].every((name) => name !== undefined);
  if (!areNamed || new Set(after).size < after.length || before.some((name) => !after.includes(name))) {
    return wanted;
  }
  const changed = wanted.filter((item, i) => !isSame(made[before.indexOf(after[i])], item));
  const items = wanted.map((item, i) => {
    const part = lacking(made[before.indexOf(after[i])], item);
    return named(item as Fields, isMap(part) ? part : {});
  });
  const isInOrder = isSame(before, after.slice(0, before.length));
  return isInOrder ? items.filter((_, i) => changed.includes(wanted[i])) : items;
}

/** A part of an item with what names it first. */
function named(item: Fields, part: Fields): Fields {
  if (item.name !== undefined) {
    return { name: item.name, ...part };
  }
  const { metadata, ...rest } = part;
  return { metadata: { name: itemName(item), ...(isMap(metadata) ? metadata : {}) }, ...rest };
}

/** JSON patches for the parts of an object that neither keys nor `spec` can say. */
function patchesFor(made: Fields, wanted: Fields, at = ''): PatchOperation[] {
  return [...new Set([...Object.keys(made), ...Object.keys(wanted)])].flatMap((key): PatchOperation[] => {
    const [before, after] = [made[key], wanted[key]];
    if (isSame(before, after)) {
      return [];
    }
    const path = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (isMap(before) && isMap(after)) {
      return patchesFor(before, after, path);
    }
    return wanted[key] === undefined ? [{ op: 'remove', path }] : [{ op: 'add', path, value: wanted[key] }];
  });
}
