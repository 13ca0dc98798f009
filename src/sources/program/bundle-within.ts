import { resolve } from 'node:path';
import type { OnLoadResult, OnResolveResult, PartialMessage, Plugin } from 'esbuild';
import { type BundleBounds, isBelow, isOfRepository, trustedFolders } from './bundle-bounds';
import { leavingPattern } from './import-patterns';
import { type ReadModule, readModule, readOwnModule } from './read-module';

/** How a message begins that says what a program of another author may not be made of. */
export const NOT_READ = 'polyvirt does not read ';

/** Names that are paths, or that could be: those of packages and of Node are not. */
const PATHS = /^[/\\]|(^|[/\\])\.\.([/\\]|$)|^(file|data|https?|blob):/i;

/**
 * The bundler is not confined, so it must not be talked into reading what the program may not read.
 *
 * It gets every file of the repository from here, and so no other: what it would read by itself (source maps, settings of
 * TypeScript) is taken out or read elsewhere, and links and what is no file were looked for before. Packages that the administrator
 * runs this has installed are as they are.
 */
export function within(bounds: BundleBounds): Plugin {
  const trusted = trustedFolders(bounds);
  const isTrusted = (path: string) => !isBelow(path, bounds.root) && trusted.some((folder) => isBelow(path, folder));
  const mayBeRead = (path: string) => isOfRepository(path, bounds) || isTrusted(path);
  return {
    name: 'within',
    setup(build) {
      build.onResolve({ filter: PATHS }, ({ path, importer, resolveDir }): OnResolveResult | undefined => {
        if (importer === '' || isTrusted(importer)) {
          return undefined;
        }
        // Before anything looks there: that something exists is not told either.
        const isPath = /^(\/|\.{1,2}(\/|$))/.test(path);
        return isPath && mayBeRead(resolve(resolveDir, path)) ? undefined : { errors: [OUTSIDE] };
      });
      build.onLoad({ filter: /.*/ }, ({ path, with: { type } }): OnLoadResult | undefined => {
        if (isTrusted(path)) {
          return givenModule(readOwnModule(path), path);
        }
        return isOfRepository(path, bounds)
          ? loaded(path, type, (other) => isBelow(other, bounds.root))
          : { errors: [OUTSIDE] };
      });
    },
  };
}

function loaded(path: string, type: string | undefined, isInside: (path: string) => boolean): OnLoadResult {
  const read = readModule(path, type);
  if ('problem' in read) {
    return givenModule(read, path)!;
  }
  const line = ['json', 'text'].includes(read.loader) ? undefined : leavingPattern(read.contents, path, isInside);
  return line === undefined ? read : { errors: [{ ...OUTSIDE, location: { file: path, line, column: 0 } }] };
}

/** A file that was read as the bundler takes it. */
export function givenModule(read: ReadModule | undefined, path: string): OnLoadResult | undefined {
  return read !== undefined && 'problem' in read
    ? { errors: [{ text: `${NOT_READ}what ${read.problem}`, location: { file: path, line: 1, column: 0 } }] }
    : read;
}

/** Without the name of what was found: a list of files is not to be told either. */
const OUTSIDE: PartialMessage = { text: `${NOT_READ}what lies outside of the repository` };
