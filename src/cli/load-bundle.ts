import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** How a module names one of another file: by the name of that file, which the first has none of, and its own. */
const LINK = /^polyvirt:([a-z]*)\/(.*)$/;

/** What a file of the program exports: among others, modules that others ask for by their names. */
interface Chunk {
  readonly modules?: Readonly<Record<string, () => Exports>>;
}

type Exports = Readonly<Record<string | symbol, unknown>>;

/**
 * Loads the program from one file, with what V8 compiled of it the last time, and from others what fewer runs need.
 *
 * Finding, reading and compiling some three hundred modules takes longer than most commands run. What was compiled is kept
 * beside the bundle, for each command its own, since each uses another part. It is only ever a shortcut: what is missing,
 * stale, broken or cannot be written is done without. Nobody but the owner of the program can write there, which matters,
 * because V8 runs what it finds.
 *
 * @param require of a module in the folder of the bundle: making another one would load more of Node
 * @returns what the bundle exports; nothing where there is none, as in a checkout that was compiled by hand
 * @see scripts/bundle.mjs, which writes these files
 */
export function loadBundle(path: string, command: string | undefined, require: NodeJS.Require): unknown {
  const chunks = new Map<string, Chunk>();
  const chunkOf = (name: string): Chunk => {
    const known = chunks.get(name);
    if (known !== undefined) {
      return known;
    }
    const suffix = name === '' ? '' : `-${name}`;
    // Known before it runs, since what it loads may ask it for something.
    const chunk = {};
    chunks.set(name, chunk);
    runChunk(path.replace(/(?=\.js$)/, suffix), command && `${command}${suffix}`, linked, chunk);
    return chunk;
  };
  const load = (id: string): unknown => {
    const [, name, module] = LINK.exec(id) ?? [];
    return name === undefined || module === undefined ? require(id) : later(() => chunkOf(name).modules![module]!());
  };
  const linked = Object.assign(load, require);
  return isThere(path) ? chunkOf('') : undefined;
}

/**
 * A module that is loaded once something of it is asked for: much of what the rules import is for kinds of objects that
 * most platforms have none of.
 */
function later(load: () => Exports): Exports {
  const exports: Exports = Object.create(
    new Proxy<Exports>(
      {},
      {
        get: (_, name) => {
          const value = load()[name];
          // The next time it is found at once. What is not there yet may be later, where modules go round in a circle.
          return value === undefined ? undefined : Object.defineProperty(exports, name, { value })[name];
        },
      },
    ),
  );
  return exports;
}

/** Runs one file, which is a function as modules are for Node. */
function runChunk(path: string, name: string | undefined, require: NodeJS.Require, exports: Chunk): void {
  const cache = cachePath(path, name);
  const known = cache === undefined ? undefined : keptIn(cache);
  const script = new Script(readFileSync(path, 'latin1'), {
    filename: path,
    ...(known === undefined ? {} : { cachedData: known }),
  });
  script.runInThisContext()(exports, require, { exports }, path, dirname(path));
  if (cache !== undefined && (known === undefined || script.cachedDataRejected === true)) {
    // On the way out, when everything that the command needs has been compiled.
    process.once('exit', () => keep(cache, script));
  }
}

/** Names of commands are words; whatever else somebody typed gets no file. */
const WORD = /^[a-z]+(-[a-z]+)*$/;

/** V8 looks at its own version and at the length of the source only: the rest is in the name. */
function cachePath(path: string, name: string | undefined): string | undefined {
  if (name === undefined || !WORD.test(name)) {
    return undefined;
  }
  const { size, mtimeMs } = statSync(path);
  const build = `${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}`;
  return join(dirname(path), '../../.cache', `${name}-${build}.bin`);
}

/** How much of the second copy is read at once: memory that was never touched costs more than reading. */
const PIECE = 1 << 16;

/**
 * What was kept, if it is whole.
 *
 * V8 believes what it is given, and stops the process over a wrong byte. The file holds everything twice, because comparing
 * the halves takes a tenth of a millisecond, where loading what computes a checksum takes five.
 */
function keptIn(cache: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(cache, 'r');
    const length = fstatSync(file).size / 2;
    const kept = Buffer.allocUnsafeSlow(length);
    return length > 0 && readSync(file, kept) === length && isThereAgain(file, kept) ? kept : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) {
      closeSync(file);
    }
  }
}

/** Whether the second half of a file is what its first half is. */
function isThereAgain(file: number, kept: Buffer): boolean {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, kept.length));
  for (let at = 0; at < kept.length; ) {
    const length = readSync(file, piece, 0, Math.min(piece.length, kept.length - at), kept.length + at);
    if (length === 0 || piece.compare(kept, at, at + length, 0, length) !== 0) {
      return false;
    }
    at += length;
  }
  return true;
}

function keep(cache: string, script: Script): void {
  const temporary = `${cache}.${process.pid}`;
  try {
    mkdirSync(dirname(cache), { recursive: true });
    const compiled = script.createCachedData();
    writeFileSync(temporary, Buffer.concat([compiled, compiled]), { flush: true });
    renameSync(temporary, cache);
  } catch {
    // A read-only or full disk: the next start takes as long as this one.
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
