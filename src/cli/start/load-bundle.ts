import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  type Stats,
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
 * beside the bundle, for each command its own, since each uses another part, by the first run that ended well. It is only ever a shortcut: what is missing,
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
  return sizeOf(path) === undefined ? undefined : chunkOf('');
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
  const stats = statSync(path);
  const caches = cachePaths(path, name, stats);
  const { text, kept, cache } = textAndCode(path, stats.size, caches);
  const script = new Script(text, { filename: path, ...(kept === undefined ? {} : { cachedData: kept }) });
  script.runInThisContext()(exports, require, { exports }, path, dirname(path));
  const used = kept === undefined || script.cachedDataRejected === true ? undefined : cache;
  if (caches !== undefined && used !== caches.whole) {
    // On the way out, when everything that the command needs has been compiled.
    process.once('exit', (code) => {
      // 1 and 2 are errors; what is beyond says what was found.
      const made = code === 1 || code === 2 ? caches.part : caches.whole;
      if (made !== used) {
        keep(made, script);
      }
    });
  }
}

/** Names of commands are words; whatever else somebody typed gets no file. */
const WORD = /^[a-z]+(-[a-z]+)*$/;

/** Where code is kept: of a run that ended well, and as long as there is none, of one that did not get that far. */
interface Caches {
  readonly whole: string;
  readonly part: string;
}

/** V8 looks at its own version and at the length of the source only: the rest is in the name. */
function cachePaths(path: string, name: string | undefined, { size, mtimeMs }: Stats): Caches | undefined {
  if (name === undefined || !WORD.test(name)) {
    return undefined;
  }
  const build = `${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}`;
  const whole = join(dirname(path), '../../../.cache', `${name}-${build}.bin`);
  return { whole, part: `${whole}.part` };
}

/** The text of a file, and what was kept of it if that is whole. */
interface TextAndCode {
  readonly text: string;
  readonly kept: Buffer | undefined;
  /** Where it was kept. */
  readonly cache: string | undefined;
}

/** Both are read into the same memory, one after the other: memory that nobody has touched yet costs more than reading. */
function textAndCode(path: string, size: number, caches: Caches | undefined): TextAndCode {
  const ofWhole = caches && sizeOf(caches.whole);
  const cache = ofWhole === undefined ? caches?.part : caches?.whole;
  const bytes = ofWhole ?? (cache === undefined ? 0 : (sizeOf(cache) ?? 0));
  const length = Math.floor(bytes / 2);
  const memory = Buffer.allocUnsafeSlow(Math.max(size, length));
  const isRead = reading(path, (file) => readSync(file, memory, 0, size, null) === size);
  const text = isRead ? memory.toString('latin1', 0, size) : readFileSync(path, 'latin1');
  const kept = memory.subarray(0, length);
  return { text, kept: cache !== undefined && length > 0 && isWhole(cache, kept) ? kept : undefined, cache };
}

/** How much of the second copy is read at once. */
const PIECE = 1 << 16;

/**
 * Reads what was kept, and says whether it is whole.
 *
 * V8 believes what it is given, and stops the process over a wrong byte. The file holds everything twice, because comparing
 * the halves takes a tenth of a millisecond, where loading what computes a checksum takes five.
 */
function isWhole(cache: string, kept: Buffer): boolean {
  const { length } = kept;
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, length));
  return reading(cache, (file) => {
    if (readSync(file, kept, 0, length, null) !== length) {
      return false;
    }
    for (let compared = 0; compared < length; ) {
      const read = readSync(file, piece, 0, Math.min(piece.length, length - compared), null);
      if (read === 0 || piece.compare(kept, compared, compared + read, 0, read) !== 0) {
        return false;
      }
      compared += read;
    }
    return true;
  });
}

/** What is made of a file while it is open; no where it cannot be read. */
function reading(path: string, use: (file: number) => boolean): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return use(file);
  } catch {
    return false;
  } finally {
    if (file !== undefined) {
      closeSync(file);
    }
  }
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    return undefined;
  }
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
