import { FROM_OUTSIDE, refuse } from '../../refusal';
import { Buffer } from './buffer';
import { TextDecoder, TextEncoder } from './bytes';
import { fs, fsPromises } from './file-system';
import { host } from './host';
import { path } from './path';
import { processShim } from './process';
import { refusing } from './refused';
import { shown } from './shown';
import { timers } from './timers';
import { URL, URLSearchParams } from './url';

type Listener = (...args: unknown[]) => void;

/** As Node's, for what programs do with it. */
class EventEmitter {
  private readonly _heard: { readonly event: unknown; readonly heard: Listener; readonly isOnce: boolean }[] = [];

  public on(event: unknown, heard: Listener): this {
    this._heard.push({ event, heard, isOnce: false });
    return this;
  }

  public addListener(event: unknown, heard: Listener): this {
    return this.on(event, heard);
  }

  public once(event: unknown, heard: Listener): this {
    this._heard.push({ event, heard, isOnce: true });
    return this;
  }

  public off(event: unknown, heard: Listener): this {
    const at = this._heard.findIndex((each) => each.event === event && each.heard === heard);
    if (at !== -1) {
      this._heard.splice(at, 1);
    }
    return this;
  }

  public removeListener(event: unknown, heard: Listener): this {
    return this.off(event, heard);
  }

  public removeAllListeners(event?: unknown): this {
    const kept = this._heard.filter((each) => event !== undefined && each.event !== event);
    this._heard.splice(0, this._heard.length, ...kept);
    return this;
  }

  public emit(event: unknown, ...args: unknown[]): boolean {
    const heard = this._heard.filter((each) => each.event === event);
    for (const each of heard) {
      if (each.isOnce) {
        this.off(event, each.heard);
      }
      each.heard.apply(this, args);
    }
    if (heard.length === 0 && event === 'error') {
      throw args[0] instanceof Error ? args[0] : new Error(`Unhandled error. (${String(args[0])})`);
    }
    return heard.length > 0;
  }

  public listenerCount(event: unknown): number {
    return this._heard.filter((each) => each.event === event).length;
  }

  public setMaxListeners(): this {
    return this;
  }
}

/** The digest of what was given to it, by the host. */
class Hash {
  private readonly _parts: Uint8Array[] = [];

  constructor(private readonly algorithm: string) {}

  public update(data: string | Uint8Array, encoding?: string): this {
    this._parts.push(typeof data === 'string' ? Buffer.from(data, encoding) : data);
    return this;
  }

  public digest(encoding?: string): string | Buffer {
    const bytes = Buffer.concat(this._parts).toString('latin1');
    const hex = Buffer.from(host.digest(this.algorithm, bytes, 'hex'), 'hex');
    return encoding === undefined || encoding === 'buffer' ? hex : hex.toString(encoding);
  }
}

const DIGESTS = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];

function createHash(algorithm: string): Hash {
  return DIGESTS.includes(algorithm.toLowerCase())
    ? new Hash(algorithm.toLowerCase())
    : refuse(`the digest ${algorithm} (createHash)`, `use one of ${DIGESTS.join(', ')}`);
}

/** How cdk8s reads what `Yaml.load` and `Include` name: it starts Node with a program of its own. */
function execFileSync(command: string, args: readonly string[] = [], options?: unknown): string | Buffer {
  const [script = '', named = ''] = args;
  if (command !== processShim.execPath || path.basename(script) !== '_loadurl.mjs') {
    return refuse(`other programs (child_process: ${path.basename(command)})`, RENDERED);
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(named)) {
    refuse('the network', 'commit the file beside the program, and name it there');
  }
  return fs.readFileSync(named, options);
}

const RENDERED = 'run it where you write the program, and commit what it makes beside it';

function fileURLToPath(url: unknown): string {
  const { protocol, pathname } = new URL(String(url)) as URL & { protocol: string; pathname: string };
  if (protocol !== 'file:') {
    throw new TypeError('The URL must be of scheme file');
  }
  return decodeURIComponent(pathname);
}

function pathToFileURL(file: string): URL {
  return new URL(`file://${path.resolve(file).split('/').map(encodeURIComponent).join('/')}`);
}

function createRequire(): (name: string) => unknown {
  return nodeModule;
}

function assert(value: unknown, message: unknown = 'The expression evaluated to a falsy value'): asserts value {
  if (value) {
    return;
  }
  throw message instanceof Error
    ? message
    : Object.assign(new Error(String(message)), { name: 'AssertionError', code: 'ERR_ASSERTION' });
}

const same = (a: unknown, b: unknown) => Object.is(a, b);
const alike = (a: unknown, b: unknown) => same(a, b) || JSON.stringify(a) === JSON.stringify(b);

const assertModule = Object.assign(assert, {
  ok: assert,
  equal: (a: unknown, b: unknown, message?: unknown) => assert(same(a, b), message ?? `${shown(a)} != ${shown(b)}`),
  strictEqual: (a: unknown, b: unknown, message?: unknown) =>
    assert(same(a, b), message ?? `Expected values to be strictly equal: ${shown(a)} !== ${shown(b)}`),
  deepStrictEqual: (a: unknown, b: unknown, message?: unknown) =>
    assert(alike(a, b), message ?? 'Expected values to be strictly deep-equal'),
  deepEqual: (a: unknown, b: unknown, message?: unknown) => assert(alike(a, b), message),
  notStrictEqual: (a: unknown, b: unknown, message?: unknown) => assert(!same(a, b), message),
  fail: (message?: unknown) => assert(false, message ?? 'Failed'),
});

const util = {
  inspect: shown,
  format: (...parts: unknown[]) => parts.map((part) => (typeof part === 'string' ? part : shown(part))).join(' '),
  isDeepStrictEqual: alike,
  inherits: (child: { prototype: object }, parent: { prototype: object }) =>
    Object.setPrototypeOf(child.prototype, parent.prototype),
  deprecate: <T>(work: T) => work,
  TextEncoder,
  TextDecoder,
  types: {},
};

const NETWORK = 'commit what it would fetch beside the program, and read it there';
const THREADS = 'do it in the program itself';

/** The modules of Node that there are, or what is said instead. */
const MODULES: Readonly<Record<string, unknown>> = {
  assert: assertModule,
  'assert/strict': assertModule,
  buffer: refusing({ Buffer }, 'buffer', FROM_OUTSIDE),
  child_process: refusing({ execFileSync }, 'child_process', RENDERED),
  crypto: refusing({ createHash, getHashes: () => DIGESTS }, 'crypto', `${FROM_OUTSIDE}; createHash is there`),
  events: Object.assign(EventEmitter, { EventEmitter }),
  fs,
  'fs/promises': fsPromises,
  module: refusing({ createRequire, builtinModules: [] }, 'module', 'import what the program needs by its name'),
  os: refusing({ EOL: '\n', platform: () => 'linux', type: () => 'Linux' }, 'os', FROM_OUTSIDE),
  path,
  'path/posix': path,
  process: processShim,
  timers: refusing({ ...timers }, 'timers', FROM_OUTSIDE),
  'timers/promises': {
    setTimeout: (delayMs: number, value: unknown) =>
      new Promise((resolve) => timers.setTimeout(() => resolve(value), delayMs)),
    setImmediate: (value: unknown) => new Promise((resolve) => timers.setImmediate(() => resolve(value))),
  },
  url: refusing({ URL, URLSearchParams, fileURLToPath, pathToFileURL }, 'url', 'use new URL()'),
  util: refusing(util, 'util', 'write it in the program itself'),
};

/** Fixes for modules of which there is nothing, by their names. */
const FIXES: readonly (readonly [names: RegExp, fix: string])[] = [
  [/^(http|https|http2|net|tls|dgram|dns|dns\/promises|inspector|inspector\/promises)$/, NETWORK],
  [/^(worker_threads|cluster|async_hooks|vm|v8|wasi|repl)$/, THREADS],
];

/** A module of Node, as `require` gives it. One that there is nothing of can be named; what is called of it is rejected. */
export function nodeModule(name: string): unknown {
  const bare = name.replace(/^node:/, '');
  if (Object.hasOwn(MODULES, bare)) {
    return MODULES[bare];
  }
  return refusing({}, bare, FIXES.find(([names]) => names.test(bare))?.[1] ?? 'write it in the program itself');
}
