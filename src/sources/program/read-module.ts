import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader } from 'esbuild';
import { FIXED_CHANCE, PACKAGE_ENV } from './prelude';

/** A file as the bundler takes it, or why it does not get it. */
export type ReadModule = { readonly contents: string; readonly loader: Loader } | { readonly problem: string };

/** No program of a person's is larger; what is, would take the bundler all memory. */
const LARGEST = 8 << 20;

/** What can be imported, as esbuild itself has it. */
const LOADERS: Readonly<Record<string, Loader>> = {
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.json': 'json',
  '.txt': 'text',
};

/** What an import can ask for by `with { type }`. */
const ASKED: Readonly<Record<string, Loader>> = { json: 'json', text: 'text' };

/** What keeps a file from being read: a pipe would wait forever, and a device never ends. */
export function problemOf(path: string, largest = LARGEST): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && found.size <= largest)) {
    return undefined;
  }
  return found.isFile() ? `is larger than ${largest >> 20} MiB` : 'is neither a file nor a folder';
}

/**
 * Reads a file of another author.
 *
 * Source maps are left out, also those that are in the text: they name files that the bundler would read, wherever they are.
 *
 * @param asked what the import says of the type
 */
export function readModule(path: string, asked: string | undefined): ReadModule {
  const loader = asked === undefined ? LOADERS[extname(path).toLowerCase()] : ASKED[asked];
  const problem = problemOf(path) ?? (loader === undefined ? 'is of a kind that cannot be imported' : undefined);
  if (problem !== undefined || loader === undefined) {
    return { problem: problem ?? '' };
  }
  const text = readFileSync(path, 'utf8');
  if (loader !== 'text' && isNestedDeeply(text)) {
    return { problem: 'is nested without end' };
  }
  return loader === 'json' || loader === 'text'
    ? { contents: text, loader }
    : { contents: withOwnNames(withoutMaps(text), path), loader };
}

/** Deeper than anything that a person or a generator writes. */
const DEEPEST = 20_000;

/** Whether a parser could run out of stack, and take a gigabyte before it does: brackets in texts count too. */
function isNestedDeeply(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[([{}\])]/g)) {
    depth += '([{'.includes(bracket) ? 1 : depth > 0 ? -1 : 0;
    if (depth > DEEPEST) {
      return true;
    }
  }
  return false;
}

/**
 * Reads a file of your own, or of a package that is installed here.
 *
 * @returns nothing where the bundler may read it by itself, as it is
 */
export function readOwnModule(path: string): ReadModule | undefined {
  const problem = problemOf(path, Number.POSITIVE_INFINITY);
  if (problem !== undefined) {
    return { problem };
  }
  const loader = LOADERS[extname(path)];
  if (loader === undefined || loader === 'json' || loader === 'text') {
    return undefined;
  }
  // At once: there are hundreds of them, and waiting for each costs more than reading it.
  const text = readFileSync(path, 'utf8');
  const contents = withOwnNames(
    withoutMaps(text, (reference) => isReadableMap(reference, path)),
    path,
  );
  return contents === text ? undefined : { contents, loader };
}

/** Breaks the mark of `//# sourceMappingURL=…`, so that no bundler knows it; every column stays what it is. */
function withoutMaps(text: string, mayStay: (reference: string) => boolean = () => false): string {
  return text.replace(/([#@])\s(sourceMappingURL=)(\S*)/g, (all, mark: string, name: string, reference: string) =>
    mayStay(reference) ? all : `${mark}_${name}${reference}`,
  );
}

/** Whether a map can be read that a file names: one in the text, or a plain file. */
function isReadableMap(reference: string, path: string): boolean {
  return (
    /^data:/i.test(reference) || problemOf(resolve(dirname(path), reference), Number.POSITIVE_INFINITY) === undefined
  );
}

/** A text with the names by which a file knows where it is, which would otherwise be those of the bundle. */
function withOwnNames(text: string, path: string): string {
  const names = ownNames(text, path);
  const fixed = path.includes(`${sep}node_modules${sep}`) ? forPackages(text) : text;
  // On the first line, so that every line keeps its number.
  return names === '' ? fixed : names + fixed.replace(/^#!.*/, '');
}

/** A package with random numbers that are the same in every run, and its own view of the environment: see `prelude`. */
function forPackages(text: string): string {
  return text
    .replaceAll('Math.random(', `globalThis[${JSON.stringify(FIXED_CHANCE)}](`)
    .replace(/(?<![.\w$])process\.env\b/g, `globalThis[${JSON.stringify(PACKAGE_ENV)}]`);
}

/** Declarations of those names, for those that a file uses and does not declare itself. */
function ownNames(text: string, path: string): string {
  const own = [
    ...(text.includes('import.meta')
      ? [
          ['__polyvirt_url', pathToFileURL(path).href],
          ['__polyvirt_dirname', dirname(path)],
          ['__polyvirt_filename', path],
        ]
      : []),
    ...[
      ['__dirname', dirname(path)],
      ['__filename', path],
    ].filter(
      ([name]) => text.includes(name!) && !new RegExp(`\\b(const|let|var)\\s[^;=]{0,200}\\b${name}\\b`).test(text),
    ),
  ];
  return own.length === 0 ? '' : `var ${own.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',')};`;
}
