import { beAlikeEverywhere, givePackages } from '../../prelude';
import { FROM_OUTSIDE } from '../../refusal';
import { Buffer } from './buffer';
import { TextDecoder, TextEncoder } from './bytes';
import { host } from './host';
import { nodeModule } from './node-modules';
import { processShim } from './process';
import { refusedFunction } from './refused';
import { shown } from './shown';
import { timers } from './timers';
import { URL, URLSearchParams } from './url';

const NETWORK = 'commit what it would fetch beside the program, and read it there';

function print(...parts: unknown[]): void {
  host.print(`${parts.map((part) => (typeof part === 'string' ? part : shown(part))).join(' ')}\n`);
}

const silent = () => undefined;

/** Gives the program the globals of Node that it may have. */
function beginGlobals(): void {
  const console = {
    log: print,
    info: print,
    warn: print,
    error: print,
    debug: print,
    trace: print,
    dir: print,
    table: print,
    group: print,
    groupEnd: silent,
    time: silent,
    timeEnd: silent,
    assert: (value: unknown, ...parts: unknown[]) => (value ? undefined : print('Assertion failed:', ...parts)),
  };
  const globals: Record<string, unknown> = {
    global: globalThis,
    console,
    process: processShim,
    Buffer,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    structuredClone,
    ...timers,
    require: nodeModule,
    ...Object.fromEntries(
      ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => [
        name,
        refusedFunction(`the network (${name})`, NETWORK),
      ]),
    ),
    performance: { now: refusedFunction('the clock (performance.now)', FROM_OUTSIDE) },
    crypto: Object.fromEntries(
      ['randomUUID', 'getRandomValues'].map((name) => [
        name,
        refusedFunction(`random numbers (crypto.${name})`, FROM_OUTSIDE),
      ]),
    ),
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  }
  givePackages({});
  beAlikeEverywhere();
}

// When it is loaded, before what looks for them.
beginGlobals();

/** A copy of data: plain objects, lists, maps, sets, dates, patterns, errors and bytes, circles included. */
function structuredClone<T>(value: T): T {
  return copied(value, new Map()) as T;
}

function copied(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError');
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const before = known.get(value);
  if (before !== undefined) {
    return before;
  }
  const note = <V extends object>(copy: V): V => {
    known.set(value, copy);
    return copy;
  };
  if (Array.isArray(value)) {
    const list = note(new Array(value.length) as unknown[]);
    return fill(list, value, known);
  }
  if (value instanceof Date) {
    return note(new Date(value.getTime()));
  }
  if (value instanceof RegExp) {
    return note(new RegExp(value.source, value.flags));
  }
  if (value instanceof Map) {
    const map = note(new Map<unknown, unknown>());
    for (const [key, each] of value) {
      map.set(copied(key, known), copied(each, known));
    }
    return map;
  }
  if (value instanceof Set) {
    const set = note(new Set<unknown>());
    for (const each of value) {
      set.add(copied(each, known));
    }
    return set;
  }
  if (value instanceof ArrayBuffer) {
    return note(value.slice(0));
  }
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    const View = value.constructor as new (buffer: ArrayBufferLike) => object;
    return note(new View(buffer.slice(byteOffset, byteOffset + byteLength)));
  }
  if (value instanceof Error) {
    const Kind = value.constructor as new (message: string) => Error;
    return note(new Kind(value.message));
  }
  if (value instanceof Boolean || value instanceof Number || value instanceof String) {
    return note(Object(value.valueOf()) as object);
  }
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) {
    throw new DOMException(`${Object.prototype.toString.call(value)} could not be cloned.`, 'DataCloneError');
  }
  return fill(note({}), value, known);
}

function fill(into: object, from: object, known: Map<object, unknown>): object {
  for (const [key, each] of Object.entries(from)) {
    // A key is only a key, also __proto__.
    Object.defineProperty(into, key, {
      value: copied(each, known),
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return into;
}
