import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { asText, isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { FOREIGN } from './host/manifest-files';
import { foundAt } from './host/open-text';
import { readTextOr } from './host/read-text';
import type { CopiedFile } from './host/tool';

/** A Helm chart of a repository, with all that it is rendered from. Paths are absolute. */
export interface Chart {
  readonly folder: string;
  readonly name: string;
  /** Whether it is a part of others, and deploys nothing by itself. */
  readonly isLibrary: boolean;
  /** The files of the chart, and of charts beside it that it depends on, as it wants them in its folder `charts`. */
  readonly files: readonly CopiedFile[];
  /** Folders of charts of the repository that it depends on. */
  readonly locals: readonly string[];
  /** Why it cannot be rendered without a network, or without leaving the repository; absent where it can. */
  readonly obstacle?: string;
}

/**
 * Reads a chart.
 *
 * @param boundary nothing outside of this folder is read; the files of the copy have their paths below it
 */
export function readChart(folder: string, boundary: string): Chart {
  const at = relative(boundary, resolve(folder));
  const { files, locals, obstacles } = closureOf(resolve(folder), at, boundary, []);
  const { name, type } = chartFile(folder);
  const [obstacle] = obstacles;
  return {
    folder: resolve(folder),
    name: asText(name ?? '') || basename(resolve(folder)),
    isLibrary: type === 'library',
    files,
    locals,
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

interface Closure {
  readonly files: CopiedFile[];
  readonly locals: string[];
  readonly obstacles: string[];
}

/** The files of a chart as they are to lie at a path of the copy. */
function closureOf(folder: string, to: string, boundary: string, above: readonly string[]): Closure {
  const shown = relative(boundary, folder) || '.';
  const obstacles: string[] = [];
  const files = filesBelow(folder, boundary, obstacles).map((from) => ({ from, to: join(to, relative(folder, from)) }));
  const locals: string[] = [];
  for (const { name, repository } of dependenciesOf(folder)) {
    if (isVendored(folder, name)) {
      continue;
    }
    const local = repository.startsWith('file://') ? resolve(folder, repository.slice('file://'.length)) : undefined;
    if (local === undefined || !existsSync(join(local, 'Chart.yaml')) || above.includes(local)) {
      const from =
        local === undefined ? (repository === '' ? '' : ` of ${repository}`) : ` of ${relative(boundary, local)}`;
      obstacles.push(
        `${shown} needs the chart ${name}${from}, which is not in its charts folder and is not fetched here`,
      );
      continue;
    }
    const inner = closureOf(local, join(to, 'charts', name), boundary, [...above, folder]);
    locals.push(local, ...inner.locals);
    files.push(...(inner.files as typeof files));
    obstacles.push(...inner.obstacles);
  }
  return { files, locals, obstacles };
}

function chartFile(folder: string): Readonly<Record<string, unknown>> {
  return firstMap(join(folder, 'Chart.yaml'));
}

function firstMap(path: string): Readonly<Record<string, unknown>> {
  const [read] = existsSync(path) ? [...readYaml(readTextOr(path, []))] : [];
  return read !== undefined && !isProblem(read) && isMap(read.value) ? read.value : {};
}

/** Charts that a chart depends on; up to Helm 2 they had a file of their own. */
function dependenciesOf(folder: string): { readonly name: string; readonly repository: string }[] {
  return [chartFile(folder).dependencies, firstMap(join(folder, 'requirements.yaml')).dependencies]
    .flat()
    .filter(isMap)
    .map(({ name, repository }) => ({ name: asText(name ?? ''), repository: asText(repository ?? '') }));
}

/** Whether a dependency is in the folder `charts`, as a folder or as an archive. */
function isVendored(folder: string, name: string): boolean {
  const charts = join(folder, 'charts');
  return (
    existsSync(charts) &&
    readdirSync(charts).some((each) => each === name || (each.startsWith(`${name}-`) && /\.(tgz|tar\.gz)$/.test(each)))
  );
}

/** Files below a folder. A link to a file inside the repository is that file; any other, and a pipe, is an obstacle. */
function filesBelow(folder: string, boundary: string, obstacles: string[]): string[] {
  const visit = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true })
      .filter(({ name }) => !FOREIGN.has(name))
      .sort((a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(at, entry.name);
        if (entry.isDirectory()) {
          return visit(path);
        }
        if (entry.isFile() || (entry.isSymbolicLink() && isFileInside(path, boundary))) {
          return [path];
        }
        obstacles.push(`${relative(boundary, path)} is no file of the repository`);
        return [];
      });
  return visit(folder);
}

/** Whether it is a file, and below the boundary also where links lead. */
export function isFileInside(path: string, boundary: string): boolean {
  return foundAt(path)?.isFile() === true && realpathSync(path).startsWith(realpathSync(boundary) + sep);
}
