import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/**
 * Loads the program as one file, with what V8 compiled of it the last time.
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
  const cache = cachePath(path, command);
  const known = cache === undefined ? undefined : keptIn(cache);
  const wrapper = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapper, { filename: path, ...(known === undefined ? {} : { cachedData: known }) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  if (cache !== undefined && (known === undefined || script.cachedDataRejected === true)) {
    // On the way out, when everything that the command needs has been compiled.
    process.once('exit', () => keep(cache, script));
  }
  return module.exports;
}

/** Names of commands are words; whatever else somebody typed gets no file. */
const WORD = /^[a-z]+$/;

/** V8 looks at its own version and at the length of the source only: the rest is in the name. */
function cachePath(path: string, command: string | undefined): string | undefined {
  if (command === undefined || !WORD.test(command)) {
    return undefined;
  }
  const { size, mtimeMs } = statSync(path);
  const build = `${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}`;
  return join(dirname(path), '../../.cache', `${command}-${build}.bin`);
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
