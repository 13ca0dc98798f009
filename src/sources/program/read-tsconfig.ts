import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Finding } from '../../findings/finding';
import { isMap } from '../../kube/object';
import { shownPath, WorkspaceError } from '../host/workspace-error';
import { type BundleBounds, isBelow, isOfRepository } from './bundle-bounds';
import { problemOf } from './read-module';

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
