import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { OWN_SOURCE } from '../sources/host/own-folder';
import type { Dependency } from '../sources/memory';

const MODULES = `${sep}node_modules${sep}`;

/** Files that a name in an import may stand for, and therefore what could be taken instead of the file that was. */
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.css'];

/**
 * Everything that the bundle of an app depends on, by absolute names.
 *
 * Files of the user's count by what is in them, installed ones by size and time. Beside those that went into the bundle,
 * there are those that would have, had they been there: another file of the same name, a package that is nearer.
 *
 * @param inputs every file that went into the bundle
 * @param folder of the app
 * @returns nothing where names are looked for in places of the user's choice, which could be anywhere
 */
export function bundleDependencies(inputs: readonly string[], folder: string): Dependency[] | undefined {
  // Our own files are told by the build that they are of.
  const foreign = inputs.filter((path) => !path.startsWith(dirname(OWN_SOURCE) + sep));
  const installed = foreign.filter((path) => path.includes(MODULES));
  const own = foreign.filter((path) => !path.includes(MODULES));
  const around = [...new Set([folder, ...own.map(dirname)].flatMap(andAbove))];
  const configs = around.flatMap((each) =>
    ['tsconfig.json', 'jsconfig.json'].flatMap((name) => configFiles(join(each, name))),
  );
  if (configs.some((file) => /"(paths|baseUrl|rootDirs)"/.test(textOf(file)))) {
    return undefined;
  }
  return [
    ...[...own.flatMap(instead), ...configs, ...around.map((each) => join(each, 'package.json'))].map(
      (path) => ['file', path] as const,
    ),
    ...around.map((each) => ['names', join(each, 'node_modules')] as const),
    ...[...installed, ...installed.map(packageFile), require.resolve('esbuild/package.json')].map(
      (path) => ['installed', path] as const,
    ),
    ['variable', 'NODE_PATH'],
  ];
}

/** A file, and all others by which the same import would be satisfied. */
function instead(path: string): string[] {
  const { dir, name } = parse(path);
  return [path, ...[join(dir, name), ...(name === 'index' ? [dir] : [])].flatMap(withEndings)];
}

function withEndings(stem: string): string[] {
  return ENDINGS.map((ending) => stem + ending);
}

/** A configuration of TypeScript, and those that it extends. */
function configFiles(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) {
    return [];
  }
  seen.add(file);
  const extended = /"extends"\s*:\s*("[^"]*"|\[[^\]]*\])/.exec(textOf(file))?.[1] ?? '';
  const names = [...extended.matchAll(/"([^"]*)"/g)].map(([, name]) => name!);
  return [file, ...names.flatMap((name) => configFiles(extendedFile(name, file), seen))];
}

function extendedFile(name: string, file: string): string {
  if (name.startsWith('.') || isAbsolute(name)) {
    const path = resolve(dirname(file), name);
    return path.endsWith('.json') ? path : `${path}.json`;
  }
  const { resolve: find } = createRequire(file);
  for (const each of [name, `${name}.json`, `${name}/tsconfig.json`]) {
    try {
      return find(each);
    } catch {
      // The next one, or none.
    }
  }
  return join(dirname(file), 'node_modules', name);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A folder and all around it. */
function andAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...andAbove(above)];
}

/** The file that says which version of a package is installed. */
function packageFile(path: string): string {
  const end = path.lastIndexOf(MODULES) + MODULES.length;
  const [name, below] = path.slice(end).split(sep);
  return join(path.slice(0, end), ...(name!.startsWith('@') ? [name!, below!] : [name!]), 'package.json');
}

/** Times of files are not more exact than that. */
const TICK_MS = 10;

/** Whether nothing of it was touched since a moment, or just before. */
export function isSettled(dependencies: readonly Dependency[], sinceMs: number): boolean {
  return dependencies.every(([kind, name]) => {
    const found = kind === 'variable' ? undefined : statSync(name, { throwIfNoEntry: false });
    return found === undefined || found.mtimeMs < sinceMs - TICK_MS;
  });
}
