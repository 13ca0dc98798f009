import { dirname, resolve } from 'node:path';
import type { OnLoadResult, OnResolveResult, PartialMessage, Plugin } from 'esbuild';
import { type BundleBounds, isBelow, isOfRepository, trustedFolders } from './bundle-bounds';
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

/** Comments and spaces that are longer are not looked behind: such a call is left to the patience of the caller. */
const LONGEST_GAP = 2000;

/** As far as a name is looked at that is put together. */
const LONGEST_NAME = 400;

/**
 * An import whose name is put together while the program runs, and that could lead out of a folder.
 *
 * For `import('../..' + name)` the bundler takes in every file that it could mean, and looks for them below that folder,
 * wherever it is. It does not ask about that, so what is written is looked at before.
 *
 * @returns the line of the first one
 */
function leavingPattern(text: string, path: string, isInside: (path: string) => boolean): number | undefined {
  for (const { index, 0: word } of text.matchAll(/\b(?:import|require)\b/g)) {
    const argument = argumentAt(text, index + word.length);
    if (argument !== undefined && leaves(argument, dirname(path), isInside)) {
      return text.slice(0, index).split('\n').length;
    }
  }
  return undefined;
}

/** The leading text of a call, where it is a text: `'../' + name)…`. */
function argumentAt(text: string, after: number): string | undefined {
  const phase = /\.\s*(?:defer|source)\b/y;
  phase.lastIndex = after;
  let at = skip(text, after + (phase.exec(text)?.[0].length ?? 0), ')');
  if (text[at] !== '(') {
    return undefined;
  }
  at = skip(text, at, '(');
  return /['"`]/.test(text[at] ?? '') ? text.slice(at, at + LONGEST_NAME) : undefined;
}

/** Behind spaces, comments and brackets. */
function skip(text: string, from: number, bracket: string): number {
  let at = from;
  while (at < text.length && at - from < LONGEST_GAP) {
    if (text.startsWith('//', at) || text.startsWith('/*', at)) {
      const [mark, length] = text[at + 1] === '/' ? ['\n', 1] : ['*/', 2];
      const end = text.slice(at + 2, at + LONGEST_GAP).indexOf(mark);
      if (end === -1) {
        return text.length;
      }
      at += 2 + end + length;
    } else if (/\s/.test(text[at]!) || text[at] === bracket) {
      at++;
    } else {
      return at;
    }
  }
  return text.length;
}

function leaves(argument: string, folder: string, isInside: (path: string) => boolean): boolean {
  const quote = argument[0]!;
  const end = argument.indexOf(quote, 1);
  const begun = argument.slice(1, end === -1 ? undefined : end);
  const [prefix = ''] = quote === '`' ? begun.split('${') : [begun];
  const rest = end === -1 ? '' : argument.slice(end + 1);
  // A name that is written out is found by the bundler as any other; one that is no path is left to Node.
  if ((prefix === begun && /^\s*[),]/.test(rest)) || !/^(\.|\\|$)/.test(prefix)) {
    return false;
  }
  const later = begun.slice(prefix.length) + (rest.split(/[;\n]/)[0] ?? '');
  return prefix.includes('\\') || /(^|[^.])\.\.([^.]|$)/.test(later) || !isInside(resolve(folder, prefix));
}
