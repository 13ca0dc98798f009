import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { buildId, type CacheSettings, cacheFolder } from './folder';

/**
 * Loads a module that is one large file, with what V8 compiled of it the last time: compiling takes longer than most
 * commands run. What is missing, stale or broken is compiled again; a disk that is full or read-only keeps nothing.
 *
 * A file has nothing beyond ASCII, and is best the function that Node makes of a module: a text that is put together from parts is copied
 * once more. One that Node loads by itself too is a module as it is.
 *
 * `module.enableCompileCache()` of Node 22 keeps only what is compiled while the file is loaded, a third of what a command
 * needs, and takes 40 ms more: see docs/adr/0018-one-bundle-with-a-code-cache.md.
 *
 * @param kind what the run has in common with others: each command uses another part of the file
 * @param require of a module in the same folder
 */
export function loadCompiled(path: string, kind: string, env: CacheSettings, require: NodeJS.Require): unknown {
  const kept = keptPath(kind, env);
  const code = kept === undefined ? undefined : codeIn(kept);
  const text = readFileSync(path, 'latin1');
  const script = new Script(text.startsWith(FUNCTION) ? text : `${FUNCTION}${text}\n})`, {
    filename: path,
    ...(code === undefined ? {} : { cachedData: code }),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  if (kept !== undefined && (code === undefined || script.cachedDataRejected === true)) {
    // At the end, when everything that the command needs has been compiled.
    process.once('exit', () => keep(kept, script));
  }
  return module.exports;
}

/** As the build begins what it makes for this: see `scripts/bundle.mjs`. */
const FUNCTION = '(function (exports, require, module, __filename, __dirname) {';

/** Where the store has its entries, so that those of older builds are removed in time; nothing where nothing is kept. */
function keptPath(kind: string, env: CacheSettings): string | undefined {
  const build = buildId();
  const folder = build === undefined ? undefined : cacheFolder(env);
  return build === undefined || folder === undefined
    ? undefined
    : join(folder, build.slice(0, 2), `${build.slice(2)} ${process.arch} ${kind}`);
}

/** The code appears twice: V8 ends the process over a wrong byte, and comparing takes half a millisecond. */
function codeIn(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const half = bytes.subarray(0, bytes.length / 2);
    return half.length > 0 && half.equals(bytes.subarray(half.length)) ? half : undefined;
  } catch {
    return undefined;
  }
}

function keep(path: string, script: Script): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    const code = script.createCachedData();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, Buffer.concat([code, code]), { mode: 0o600, flag: 'wx', flush: true });
    renameSync(unfinished, path);
  } catch {
    // The next start takes as long as this one.
  }
}
