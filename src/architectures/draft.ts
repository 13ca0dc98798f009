import { deepCopy, isEmpty, isMap, type MutableFields } from '../kube/object';
import { keysOf } from '../kube/path';
import type { InstanceSpec } from './instance-view';

/** Who put a value into an instance. */
export type ValueOrigin = 'explicit' | 'instancetype' | 'preference' | 'platform' | 'default';

/** A value that was not written by the user, and why it is there. */
export interface Filled {
  /** Below the instance's spec. */
  readonly path: string;
  readonly value: unknown;
  readonly from: Exclude<ValueOrigin, 'explicit'>;
  readonly reason: string;
  readonly source: string;
}

/** Where a value comes from. */
export type Because = Omit<Filled, 'path' | 'value'>;

/** An instance on its way through those who add to it: a copy, with a record of what was added. */
export class InstanceDraft {
  public readonly spec: MutableFields;
  public readonly filled: Filled[] = [];

  constructor(spec: InstanceSpec) {
    this.spec = deepCopy(spec) as MutableFields;
  }

  /** The value at a dotted path, or nothing; null is nothing too. */
  public get(path: string): unknown {
    let value: unknown = this.spec;
    for (const key of keysOf(path)) {
      value = isMap(value) ? value[key] : undefined;
    }
    return value ?? undefined;
  }

  /** Puts a value at a dotted path, whatever is there. */
  public set(path: string, value: unknown, because: Because): void {
    const keys = [...keysOf(path)];
    const last = keys.pop()!;
    let map = this.spec;
    for (const key of keys) {
      if (!isMap(map[key])) {
        map[key] = {};
      }
      map = map[key] as MutableFields;
    }
    this.setIn(map, last, value, path, because);
  }

  /** Puts a value there unless it has one. */
  public fill(path: string, value: unknown, because: Because): void {
    if (isEmpty(this.get(path))) {
      this.set(path, value, because);
    }
  }

  /** Puts a value into an item of a list, whose path the caller knows. */
  public setIn(map: MutableFields, key: string, value: unknown, path: string, because: Because): void {
    map[key] = deepCopy(value);
    this.filled.push({ path, value, ...because });
  }

  /** The map at a key, made where there is nothing; none where there is something else, which is wrong by itself. */
  public mapIn(map: MutableFields, key: string): MutableFields | undefined {
    map[key] ??= {};
    return isMap(map[key]) ? (map[key] as MutableFields) : undefined;
  }

  /** The maps of a list, with their paths; items without a name go by their number. */
  public items(path: string): { readonly item: MutableFields; readonly path: string }[] {
    const list = this.get(path);
    return (Array.isArray(list) ? list : []).flatMap((item: unknown, i) =>
      isMap(item)
        ? [{ item: item as MutableFields, path: `${path}[${typeof item.name === 'string' ? item.name : i}]` }]
        : [],
    );
  }
}
