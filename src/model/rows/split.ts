import { isMap, type MutableFields } from '../../kube/object';
import { keysOf } from '../../kube/path';
import type * as Z from '../read/zod';
import * as z from '../read/zod';
import { type AnyTable, append, isSame, listed, put, type Row, readTable, type Table, writeTable } from './row';
import { once, type Shape, text } from './shapes';
import { Taken } from './taken';

/** The lists of the object that hold a part of each item each: `device` of a disk, `volume` of it. The first has all items. */
type Parts = Readonly<Record<string, string>>;

/** What is done to the parts of an item beside its keys. */
interface Split<T> {
  readonly example: T;
  /** After all keys were written. */
  readonly join?: (made: MutableFields) => void;
  /** Before any key is read. */
  readonly takeApart?: (made: MutableFields) => void;
  /** The part that an item may have without the first, where there is such a one. */
  readonly alone?: string;
}

type SplitRow<T, C> = Row<readonly T[], C> & { readonly place: (field: string) => readonly string[] };

/** A list of maps of keys of which each becomes an item of several lists. */
export function split<T extends { readonly name: string }, C>(
  parts: Parts,
  below: Table<T, C>,
  { example, join, takeApart, alone }: Split<T>,
): SplitRow<T, C> {
  const lists = Object.entries(parts).map(([part, path]) => ({ part, keys: keysOf(path) }));
  const [first, ...others] = lists as [(typeof lists)[number], ...typeof lists];
  const written = (value: T, context: C): MutableFields => {
    const made: MutableFields = {};
    for (const { part } of lists) {
      made[part] = {};
    }
    writeTable(below, value, made, context);
    join?.(made);
    return made;
  };
  return {
    fields: Object.values(parts),
    shape: once(() => z.array(below.shape() as Z.ZodMiniType)) as unknown as Shape<readonly T[]>,
    example: [example],
    below: below as unknown as AnyTable,
    place: (field) => {
      const [, part = '', rest = ''] = /^(\w+)(.*)$/.exec(field) ?? [];
      return parts[part] === undefined ? [] : [`${parts[part]}[*]${rest}`];
    },
    write: (values, out, context) => {
      for (const value of listed(values)) {
        const made = written(value, context);
        if (Object.keys(made[first.part] as MutableFields).length > 0) {
          append(out, first.keys, made[first.part]);
        }
        for (const { part, keys } of others) {
          if (hasMore(made[part] as MutableFields)) {
            append(out, keys, made[part]);
          }
        }
      }
    },
    read: (from, context) => {
      const found = from.peek(first.keys) ?? [];
      if (!Array.isArray(found) || !found.every(isMap)) {
        return undefined;
      }
      const rest = new Map(others.map(({ part, keys }) => [part, copies(from.peek(keys))]));
      const items = alone === undefined ? found : withAlone(found, rest.get(alone)!);
      if (items.length === 0) {
        return undefined;
      }
      const values = items.map((item) => {
        const made: MutableFields = { [first.part]: structuredClone(item) };
        for (const { part } of others) {
          made[part] = partOf(part, made, rest.get(part)!);
        }
        takeApart?.(made);
        return readTable(below, new Taken(made), context);
      });
      from.take(first.keys);
      // What belongs to no item of ours may belong to one of another row: volumes are of disks and of file systems.
      for (const { part, keys } of others) {
        from.take(keys);
        if (rest.get(part)!.length > 0) {
          put(from.root, keys, rest.get(part));
        }
      }
      return values;
    },
  };
}

/** The items of the first list, and those that only another one has, where these stand if both lists have one order. */
function withAlone(found: readonly MutableFields[], others: readonly MutableFields[]): readonly MutableFields[] {
  const names = found.map(({ name }) => name);
  const isAlone = (item: MutableFields) => typeof item.name === 'string' && hasMore(item) && !names.includes(item.name);
  const all = others.flatMap((item) =>
    isAlone(item) ? [{ name: item.name }] : found.filter(({ name }) => name === item.name),
  );
  const known = all.map(({ name }) => name).filter((name) => names.includes(name));
  return isSame(known, names) ? all : [...found, ...others.filter(isAlone).map(({ name }) => ({ name }))];
}

/** The name of an item, which two of its parts have. */
export function namedTwice(first: string, second: string): Row<string> {
  return {
    fields: [`${first}.name`, `${second}.name`],
    shape: text,
    example: 'data',
    write: (name, out) => {
      (out[first] as MutableFields).name = name;
      (out[second] as MutableFields).name = name;
    },
    read: (from) => {
      from.take([second, 'name']);
      return from.take([first, 'name']) as string | undefined;
    },
  };
}

/** The part of another list: of the same name, or, for what a VM makes, of the name that the volume says. */
function partOf(part: string, made: MutableFields, candidates: MutableFields[]): MutableFields {
  const { volume } = made as { readonly volume?: MutableFields };
  const own = isMap(volume?.dataVolume) ? volume.dataVolume.name : undefined;
  const { name } = Object.values(made)[0] as { readonly name?: unknown };
  const at = candidates.findIndex((each) =>
    part === 'template' ? isMap(each.metadata) && own !== undefined && each.metadata.name === own : each.name === name,
  );
  return at === -1 ? {} : candidates.splice(at, 1)[0]!;
}

function copies(list: unknown): MutableFields[] {
  return Array.isArray(list) ? list.filter(isMap).map((item) => structuredClone(item) as MutableFields) : [];
}

function hasMore(made: MutableFields): boolean {
  for (const key in made) {
    if (key !== 'name') {
      return true;
    }
  }
  return false;
}
