import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader } from 'esbuild';
import type { Finding } from '../../findings/finding';
import { isMap } from '../../kube/object';
import { shownPath, WorkspaceError } from '../host/open-text';
import { type BundleBounds, isBelow, isOfRepository } from './bundle-bounds';
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
function problemOf(path: string, largest = LARGEST): string | undefined {
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

/** What TypeScript is told about a program, as far as it changes what becomes of it. */
interface CompilerSettings {
  /** As esbuild takes it instead of looking for files itself, which it would do anywhere. */
  readonly raw: string;
  /** The files that say so. */
  readonly files: readonly string[];
}

const TAKEN = [
  ...['alwaysStrict', 'strict', 'target', 'useDefineForClassFields', 'experimentalDecorators'],
  ...['importsNotUsedAsValues', 'preserveValueImports', 'verbatimModuleSyntax'],
  ...['jsx', 'jsxFactory', 'jsxFragmentFactory', 'jsxImportSource'],
];

/** No program extends more of them. */
const MOST_FILES = 100;

type CompilerOptions = Readonly<Record<string, unknown>>;

/**
 * Reads `tsconfig.json`, the one that is nearest to a program, and what it extends, within the repository.
 *
 * @throws WorkspaceError where it cannot be read, or extends something elsewhere
 */
export function readTsconfig(folder: string, bounds: BundleBounds): CompilerSettings {
  const files: string[] = [];
  const nearest = nearestConfig(realpathSync(folder), bounds);
  const options = nearest === undefined ? {} : optionsIn(nearest, bounds, files);
  return { raw: JSON.stringify({ compilerOptions: options }), files };
}

function nearestConfig(folder: string, bounds: BundleBounds): string | undefined {
  for (let at = folder; isBelow(at, bounds.root); at = dirname(at)) {
    const found = ['tsconfig.json', 'jsconfig.json'].map((name) => join(at, name)).find((file) => existsSync(file));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function optionsIn(
  file: string,
  bounds: BundleBounds,
  files: string[],
  above: readonly string[] = [],
): CompilerOptions {
  const real = realpathSync(file);
  if (above.includes(real) || files.length >= MOST_FILES) {
    throw new WorkspaceError([wrong(file, 'it extends itself, or too many others')]);
  }
  files.push(real);
  if (!isOfRepository(real, bounds)) {
    throw new WorkspaceError([wrong(file, 'it is not a file of the repository')]);
  }
  const problem = problemOf(real);
  const value = problem === undefined ? parsed(readFileSync(real, 'utf8')) : undefined;
  if (!isMap(value)) {
    throw new WorkspaceError([wrong(file, problem === undefined ? 'it is not JSON' : `it ${problem}`)]);
  }
  const { compilerOptions, extends: extended } = value;
  const bases = (Array.isArray(extended) ? extended : [extended])
    .filter((name) => typeof name === 'string')
    .flatMap((name) => extendedFile(name, real, bounds));
  return Object.assign(
    {},
    ...bases.map((base) => optionsIn(base, bounds, files, [...above, real])),
    isMap(compilerOptions) ? own(compilerOptions, dirname(real), bounds) : {},
  ) as CompilerOptions;
}

/** A file that is extended: of a package only where the repository has it, as others are not there everywhere. */
function extendedFile(name: string, file: string, bounds: BundleBounds): string[] {
  const isPath = name.startsWith('.') || isAbsolute(name);
  const paths = isPath
    ? [resolve(dirname(file), name)]
    : modulesAbove(dirname(file), bounds).map((at) => join(at, name));
  if (paths.some((path) => !isOfRepository(path, bounds))) {
    throw new WorkspaceError([wrong(file, 'it extends a file outside of the repository')]);
  }
  const found = paths
    .flatMap((path) => [path, `${path}.json`, join(path, 'tsconfig.json')])
    .find((path) => path.endsWith('.json') && existsSync(path));
  if (found === undefined && isPath) {
    throw new WorkspaceError([wrong(file, 'it extends a file that does not exist')]);
  }
  return found === undefined ? [] : [found];
}

function modulesAbove(folder: string, { root }: BundleBounds): string[] {
  return isBelow(folder, root)
    ? [join(folder, 'node_modules'), ...(folder === root ? [] : modulesAbove(dirname(folder), { root, packages: [] }))]
    : [];
}

/** Those that count, with names of files as they are from anywhere. */
function own(options: CompilerOptions, folder: string, { root }: BundleBounds): CompilerOptions {
  const { baseUrl, paths } = options;
  const base = typeof baseUrl === 'string' ? resolve(folder, baseUrl) : undefined;
  const isInside = (path: string) => isBelow(path, root);
  return {
    ...Object.fromEntries(TAKEN.filter((name) => name in options).map((name) => [name, options[name]])),
    ...(base === undefined || !isInside(base) ? {} : { baseUrl: base }),
    ...(isMap(paths) ? { paths: absolute(paths, base ?? folder, isInside) } : {}),
  };
}

/** What leads out of the repository is left out, and so it is not found. */
function absolute(
  paths: CompilerOptions,
  folder: string,
  isInside: (path: string) => boolean,
): Record<string, string[]> {
  const entries = Object.entries(paths).map(([name, targets]): [string, string[]] => [
    name,
    (Array.isArray(targets) ? targets : [])
      .filter((target) => typeof target === 'string')
      .map((target) => resolve(folder, target))
      .filter(isInside),
  ]);
  return Object.fromEntries(entries.filter(([, targets]) => targets.length > 0));
}

/** JSON with comments and commas too many, as TypeScript has it. */
function parsed(text: string): unknown {
  const plain = text
    .replace(/^\uFEFF/, '')
    // An unclosed part goes to the end, so that nothing is looked at twice.
    .replace(/("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/g, (_all, text?: string) => text ?? ' ')
    .replace(/("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/g, (_all, text?: string) => text ?? '');
  try {
    return JSON.parse(plain);
  } catch {
    return undefined;
  }
}

function wrong(file: string, what: string): Finding {
  return {
    code: 'PV012',
    severity: 'error',
    file: shownPath(file),
    what,
    why: 'Another author’s program may read only its own repository, so it does not start',
    fix: 'write the settings into a file of the repository',
  };
}
