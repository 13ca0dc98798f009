import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import type * as sources from '../sources/memory';
import { LIBRARY_FILE } from '../sources/program/library';
import { loadCompiled } from './code-cache';
import { noteMessage, optimizeLate } from './late-optimizer';

/**
 * The main module of the child for a bundle that is kept: runs it with what V8 compiled of it the last time.
 *
 * The library is loaded before anything comes, with what V8 compiled of that. The bundle and its code come on the standard input,
 * as one line of JSON and then the bytes, so that the child reads nothing of the user's that its parent has not looked at.
 */

/** What the line says. */
export interface LoadedApp {
  /** A file beside the program, which need not exist: packages are looked for from there. */
  readonly file: string;
  /** How many bytes of code there are; what follows is what V8 made of it. */
  readonly length: number;
}

/** Under this key the code that was compiled can be asked for at the end, where there was none or none that was any good. */
const COMPILED = Symbol.for('polyvirt.compiled');

loadCompiled(LIBRARY_FILE, 'library', process.env, require);
optimizeLate(process.env, 'program');
given().memory().setMemory({ message: noteMessage });
const input = readFileSync(0);
// Nothing comes where it was started early and then not needed.
if (input.length > 0) {
  run(input);
}

/** What the library gives before a program is there. */
function given(): { readonly memory: () => typeof sources } {
  return (globalThis as unknown as { readonly __polyvirt_library: ReturnType<typeof given> }).__polyvirt_library;
}

function run(input: Buffer): void {
  const end = input.indexOf(10);
  const { file, length } = JSON.parse(input.toString('utf8', 0, end)) as LoadedApp;
  const code = input.toString('utf8', end + 1, end + 1 + length);
  const known = input.subarray(end + 1 + length);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${code}\n})`, {
    filename: file,
    ...(known.length === 0 ? {} : { cachedData: known }),
  });
  if (known.length === 0 || script.cachedDataRejected === true) {
    (globalThis as { [COMPILED]?: () => Buffer })[COMPILED] = () => script.createCachedData();
  }
  const own = { exports: {} };
  script.runInThisContext()(own.exports, createRequire(file), own, file, dirname(file));
}
