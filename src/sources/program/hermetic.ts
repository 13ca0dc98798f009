import * as crypto from 'node:crypto';
import * as dgram from 'node:dgram';
import * as dns from 'node:dns';
import * as fs from 'node:fs';
import * as http2 from 'node:http2';
import { syncBuiltinESMExports } from 'node:module';
import * as net from 'node:net';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundTo } from '../host/bound-folder';
import { REFUSED } from './confinement';

/** What a program looked at while it ran. */
export interface Reads {
  /** Files and folders, relative to the repository. */
  readonly files: readonly string[];
  /** Variables of the environment. */
  readonly variables: readonly string[];
}

type Functions = Record<string, unknown>;

/**
 * Takes away from this process what would make its result another one each time: the network, the clock, random numbers.
 * Notes what the program reads, since the result depends on that.
 *
 * Runs in the child, before the program. A belt, not a wall: see docs/security.md.
 *
 * @param root the repository, the only thing that may be read
 * @param strict whether to refuse; notes are taken either way
 */
export function beHermetic(root: string, strict: boolean): () => Reads {
  boundTo(root);
  const files = noteFiles(root);
  const variables = noteVariables();
  if (strict) {
    refuseNetwork();
    refuseClock();
    refuseChance();
    replace(process as unknown as Functions, ['kill', 'abort'], 'signals to processes');
  }
  syncBuiltinESMExports();
  return () => ({ files: [...files].sort(), variables: [...variables].sort() });
}

function refusal(what: string): () => never {
  return () => {
    throw new Error(`${REFUSED}${what}`);
  };
}

function replace(holder: Functions | undefined, names: readonly string[], what: string): void {
  for (const name of names) {
    const property = holder === undefined ? undefined : Object.getOwnPropertyDescriptor(holder, name);
    // A getter that is fixed for ever looks its function up elsewhere, where it is replaced too.
    if (holder !== undefined && typeof holder[name] === 'function' && (property?.configurable ?? true)) {
      Object.defineProperty(holder, name, { value: refusal(`${what} (${name})`), configurable: true, writable: true });
    }
  }
}

/** Modules as objects that can be changed; what `import *` gives cannot be. */
function changeable(module: object): Functions {
  return ((module as { default?: object }).default ?? module) as Functions;
}

function functionsOf(holder: object): string[] {
  return Object.keys(holder).filter((name) => typeof (holder as Functions)[name] === 'function');
}

/** The loopback and sockets in files too: a sidecar shares them with the repo-server. */
function refuseNetwork(): void {
  const what = 'the network';
  const names = (holder: object) => functionsOf(holder).filter((name) => /^(lookup|resolve|reverse)/.test(name));
  replace(net.Socket.prototype as unknown as Functions, ['connect'], what);
  replace(net.Server.prototype as unknown as Functions, ['listen'], what);
  replace(dgram.Socket.prototype as unknown as Functions, ['bind', 'connect', 'send'], what);
  replace(changeable(dns), names(dns), what);
  replace(changeable(dns.promises), names(dns.promises), what);
  for (const { prototype } of [dns.Resolver, dns.promises.Resolver]) {
    // Inherited from a class that is not exported.
    const base = Object.getPrototypeOf(prototype) as Functions;
    replace(prototype as unknown as Functions, Object.getOwnPropertyNames(prototype), what);
    replace(
      base,
      Object.getOwnPropertyNames(base).filter((name) => name.startsWith('resolve')),
      what,
    );
  }
  replace(changeable(http2), ['connect'], what);
  replace(globalThis as unknown as Functions, ['fetch', 'WebSocket', 'EventSource'], what);
}

/** A date that is given is fine; the date that it is now is not. */
function refuseClock(): void {
  const now = refusal('the clock (the time that it is now)');
  const Clockless = new Proxy(Date, {
    apply: now,
    construct: (target, args, newTarget) =>
      args.length === 0 ? now() : (Reflect.construct(target, args, newTarget) as object),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  Object.defineProperty(Date.prototype, 'constructor', { value: Clockless, configurable: true, writable: true });
  globalThis.Date = Clockless;
  const formats = Intl.DateTimeFormat.prototype;
  const format = Object.getOwnPropertyDescriptor(formats, 'format')!.get!;
  const toParts = formats.formatToParts;
  Object.defineProperty(formats, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const bound = format.call(this) as (date?: Date) => string;
      return (date?: Date) => (date === undefined ? now() : bound(date));
    },
  });
  formats.formatToParts = function formatToParts(date) {
    return date === undefined ? now() : toParts.call(this, date);
  };
}

function refuseChance(): void {
  const what = 'random numbers';
  const isRandom = (name: string) => /^(random|getRandom|generateKey|pseudoRandom|rng|prng)/.test(name);
  Math.random = refusal(`${what} (Math.random)`);
  replace(changeable(crypto), functionsOf(crypto).filter(isRandom), what);
  for (const holder of [Object.getPrototypeOf(crypto.webcrypto), Object.getPrototypeOf(crypto.webcrypto.subtle)]) {
    replace(holder as Functions, Object.getOwnPropertyNames(holder).filter(isRandom), what);
  }
}

/** Every function that takes a path first, so that none is forgotten; what git keeps for itself is refused. */
function noteFiles(root: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const note = (path: unknown) => {
    const text =
      typeof path === 'string'
        ? path
        : path instanceof URL && path.protocol === 'file:'
          ? fileURLToPath(path)
          : Buffer.isBuffer(path)
            ? path.toString()
            : undefined;
    if (text === undefined) {
      return;
    }
    const name = relative(root, resolve(text));
    if (name === '.git' || name.startsWith(`.git${sep}`)) {
      refusal('reading what git keeps for itself (.git)')();
    }
    if (!name.startsWith('..')) {
      seen.add(name);
    }
  };
  for (const holder of [changeable(fs), changeable(fs.promises)]) {
    for (const name of functionsOf(holder).filter((each) => /^[a-z]/.test(each))) {
      const original = holder[name] as (...args: unknown[]) => unknown;
      const noted = function noted(this: unknown, ...args: unknown[]): unknown {
        note(args[0]);
        return original.apply(this, args);
      };
      Object.defineProperties(noted, Object.getOwnPropertyDescriptors(original));
      holder[name] = noted;
    }
  }
  return seen;
}

function noteVariables(): ReadonlySet<string> {
  const seen = new Set<string>();
  const note = (name: string | symbol) => {
    if (typeof name === 'string') {
      seen.add(name);
    }
  };
  process.env = new Proxy(process.env, {
    get: (target, name) => {
      note(name);
      return Reflect.get(target, name) as string | undefined;
    },
    has: (target, name) => {
      note(name);
      return Reflect.has(target, name);
    },
    ownKeys: (target) => {
      const names = Reflect.ownKeys(target);
      names.forEach(note);
      return names;
    },
  });
  return seen;
}
