import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** How a module names one of the other file: see scripts/bundle.mjs. */
const LINK = 'polyvirt:';

/** What the second file is called beside the first. */
const REST = '-rest';

/** What a file of the program exports: among others, modules that the other one asks for by their names. */
interface Chunk {
  readonly modules?: Readonly<Record<string, () => unknown>>;
}

/**
 * Loads the program from one file, with what V8 compiled of it the last time, and from a second one what few need.
 *
 * Finding, reading and compiling some three hundred modules takes longer than most commands run. What was compiled is kept
 * beside the bundle, for each command its own, since each uses another part. It is only ever a shortcut: what is missing,
 * stale, broken or cannot be written is done without. Nobody but the owner of the program can write there, which matters,
 * because V8 runs what it finds.
 *
 * @param require of a module in the folder of the bundle: making another one would load more of Node
 * @returns what the bundle exports; nothing where there is none, as in a checkout that was compiled by hand
 */
export function loadBundle(path: string, command: string | undefined, require: NodeJS.Require): unknown {
  const source = textOf(path);
  if (source === undefined) {
    return undefined;
  }
  const restPath = path.replace(/(?=\.js$)/, REST);
  let rest: Chunk | undefined;
  const first: Chunk = runChunk(
    path,
    source,
    command,
    linked(require, () => {
      rest ??= runChunk(
        restPath,
        readFileSync(restPath, 'latin1'),
        command && `${command}${REST}`,
        linked(require, () => first),
      );
      return rest;
    }),
  );
  return first;
}

/** As `require`, and for modules of the other file too. */
function linked(require: NodeJS.Require, other: () => Chunk): NodeJS.Require {
  const load = (id: string) =>
    id.startsWith(LINK) ? other().modules?.[id.slice(LINK.length)]?.() : (require(id) as unknown);
  return Object.assign(load, require);
}

/** Runs one file, which is a function as modules are for Node. */
function runChunk(path: string, source: string, name: string | undefined, require: NodeJS.Require): Chunk {
  const cache = cachePath(path, name);
  const known = cache === undefined ? undefined : keptIn(cache);
  const script = new Script(source, { filename: path, ...(known === undefined ? {} : { cachedData: known }) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  if (cache !== undefined && (known === undefined || script.cachedDataRejected === true)) {
    // On the way out, when everything that the command needs has been compiled.
    process.once('exit', () => keep(cache, script));
  }
  return module.exports;
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

/**
 * What was kept, if it is whole.
 *
 * V8 believes what it is given, and stops the process over a wrong byte. The file holds everything twice, because comparing
 * the halves takes a tenth of a millisecond, where loading what computes a checksum takes five.
 */
function keptIn(cache: string): Buffer | undefined {
  const both = bytesOf(cache);
  if (both === undefined || both.length === 0 || both.length % 2 === 1) {
    return undefined;
  }
  const half = both.subarray(0, both.length / 2);
  return half.equals(both.subarray(half.length)) ? half : undefined;
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

function textOf(path: string): string | undefined {
  return bytesOf(path)?.toString('latin1');
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
