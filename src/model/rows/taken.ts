import { isMap, type MutableFields } from '../../kube/object';

/**
 * An object that is read back into a declaration: what a key takes is gone, so that no other takes it too.
 *
 * It changes what it is given, which is a copy.
 */
export class Taken {
  constructor(public readonly root: MutableFields) {}

  /** What is at a path, without taking it. */
  public peek(keys: readonly string[]): unknown {
    return at(this.root, keys);
  }

  /** Takes what is at a path, and the maps around it that are empty then. */
  public take(keys: readonly string[]): unknown {
    const value = this.peek(keys);
    if (value === undefined) {
      return undefined;
    }
    const maps = keys.map((_, i) => this.peek(keys.slice(0, i)) as MutableFields);
    for (let i = keys.length - 1; i >= 0; i--) {
      delete maps[i]![keys[i]!];
      if (Object.keys(maps[i]!).length > 0) {
        break;
      }
    }
    return value;
  }
}

/** What is at a path of an object. */
export function at(root: MutableFields, keys: readonly string[]): unknown {
  let value: unknown = root;
  for (const key of keys) {
    if (!isMap(value) || !Object.hasOwn(value, key)) {
      return undefined;
    }
    value = value[key];
  }
  return value;
}
