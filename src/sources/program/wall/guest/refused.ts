import { refuse } from '../../refusal';

/**
 * Stands in where there is nothing: a function that rejects when it is called, with the user's line.
 *
 * It stands behind an object as its prototype, so that it answers for what the object does not have, also through
 * `import * as fs`, which copies what an object has.
 */
export function refusing<T extends object>(holder: T, name: string, fix: string): T {
  const rest = new Proxy(Object.prototype, {
    get: (target, key, receiver) => {
      if (typeof key === 'symbol' || key in target || PROBED.includes(key)) {
        return Reflect.get(target, key, receiver) as unknown;
      }
      return refusedFunction(`${name}.${key}`, fix);
    },
  });
  return Object.setPrototypeOf(holder, rest) as T;
}

/** What code looks for in any object to find out what it is. */
const PROBED = ['__esModule', 'default', 'then', 'toJSON', 'inspect', 'prototype', 'name', 'length', 'call', 'apply'];

/** Refuses when it is called, not when it is named: a library may name what it never calls. */
export function refusedFunction(what: string, fix: string): () => never {
  return function refused(): never {
    return refuse(what, fix);
  };
}
