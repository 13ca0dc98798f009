import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { buildId } from './build';
import { type CacheSettings, cacheFolder } from './folder';

/**
 * Loads a module that is one large file, with what V8 compiled of it the last time: compiling takes longer than most
 * commands run. What is missing, stale or broken is compiled again; a disk that is full or read-only keeps nothing.
 *
 * `module.enableCompileCache()` of Node 22 keeps only what is compiled while the file is loaded, a third of what a command
 * needs, and takes 40 ms more: see docs/adr/0018-one-bundle-with-a-code-cache.md.
 *
 * @param kind what the run has in common with others: each command uses another part of the file
 * @param require of a module in the same folder
 */
export function loadCompiled(path: string, kind: string, env: CacheSettings, require: NodeJS.Require): unknown {
  const build = buildId();
  const folder = build === undefined ? undefined : cacheFolder(env);
  if (build === undefined || folder === undefined) {
    return require(path);
  }
  // Where the store has its entries, so that those of older builds are removed in time.
  const kept = join(folder, build.slice(0, 2), `${build.slice(2)} ${process.arch} ${kind}`);
  const code = codeIn(kept);
  // The build writes nothing beyond ASCII, which is read in half of the time that UTF-8 takes.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'latin1')}\n})`;
  const script = new Script(source, { filename: path, ...(code === undefined ? {} : { cachedData: code }) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  if (code === undefined || script.cachedDataRejected === true) {
    // At the end, when everything that the command needs has been compiled.
    process.once('exit', () => keep(kept, script));
  }
  return module.exports;
}

/** The code is there twice: V8 ends the process over a wrong byte, and comparing takes half a millisecond. */
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
