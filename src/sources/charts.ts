import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
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

/** A chart and values, as they are installed together. Paths are absolute. */
export interface ChartInstallation {
  readonly chart: string;
  /** The cluster that its values are for; absent where they do not say. */
  readonly cluster?: string;
  /** In order: the later wins. Those that the chart has by itself are not among them. */
  readonly valueFiles: readonly string[];
}

/** A chart, as far as values files tell whether they are for it. */
interface NamedChart {
  readonly folder: string;
  readonly name: string;
}

/** Folders that hold a folder, or a file of values, for each cluster. */
const MARKERS = new Set([
  'clusters',
  'cluster',
  'envs',
  'env',
  'environments',
  'environment',
  'overlays',
  'overlay',
  'values',
]);

/** Values that all clusters have. */
const SHARED = new Set(['common', 'base', 'default', 'defaults', 'global', 'shared', 'all']);

/**
 * Puts files of values to charts and clusters by what they are called: `values-fra.yaml` or `envs/fra.yaml` of a chart,
 * `clusters/fra/values.yaml` beside it.
 *
 * @param files YAML that holds no objects
 * @param root what was asked for: names of folders above it say nothing
 * @param plain charts that are installed with their own values too, whatever clusters have values
 */
export function installationsByConvention(
  charts: readonly NamedChart[],
  files: readonly string[],
  root: string,
  plain: ReadonlySet<string>,
): ChartInstallation[] {
  const found = new Map(charts.map(({ folder }) => [folder, new Map<string, string[]>()]));
  for (const file of files) {
    const chart = chartOf(file, root, charts);
    const cluster = chart === undefined ? undefined : clusterOf(file, root, chart);
    if (chart !== undefined && cluster !== undefined) {
      const known = found.get(chart.folder)!;
      known.set(cluster, [...(known.get(cluster) ?? []), file]);
    }
  }
  return charts.flatMap(({ folder }): ChartInstallation[] => {
    const values = found.get(folder)!;
    const shared = [...values].filter(([name]) => SHARED.has(name)).flatMap(([, paths]) => paths);
    const clusters = [...values].filter(([name]) => !SHARED.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      ...(clusters.length === 0 || plain.has(folder) ? [{ chart: folder, valueFiles: shared }] : []),
      ...clusters.map(([cluster, paths]) => ({
        chart: folder,
        cluster,
        // Those of the chart come first: what is said outside of it is said of one cluster.
        valueFiles: [...shared, ...paths.sort((a, b) => distance(folder, a) - distance(folder, b) || (a < b ? -1 : 1))],
      })),
    ];
  });
}

/** How many steps a file is away from a chart. */
function distance(folder: string, file: string): number {
  return relative(folder, file).split(sep).length;
}

/** The chart that a file of values is for: the one that it is in, or that its path names, or the nearest where that is one only. */
function chartOf(file: string, root: string, charts: readonly NamedChart[]): NamedChart | undefined {
  const around = charts.filter(({ folder }) => file.startsWith(folder + sep));
  if (around.length > 0) {
    return around.sort((a, b) => b.folder.length - a.folder.length)[0];
  }
  const steps = relative(root, file)
    .split(sep)
    .map((step) => step.replace(/\.ya?ml$/i, ''));
  const names = steps.flatMap((step) => [step, step.replace(/^values[-._]|[-._]values$/g, '')]);
  const named = charts.filter(({ folder, name }) => names.includes(name) || steps.slice(-3).includes(basename(folder)));
  const [only, ...more] = named.length > 0 ? named : charts;
  if (more.length === 0) {
    return only;
  }
  const common = charts.map(({ folder }) => commonSteps(folder, file));
  const nearest = charts.filter((_, i) => common[i] === Math.max(...common));
  return nearest.length === 1 ? nearest[0] : undefined;
}

function commonSteps(a: string, b: string): number {
  const [left, right] = [a.split(sep), b.split(sep)];
  const at = left.findIndex((step, i) => step !== right[i]);
  return at === -1 ? left.length : at;
}

/** The cluster that a file of values is for, by its name; nothing where it is no such file, or that of the chart itself. */
function clusterOf(file: string, root: string, chart: NamedChart): string | undefined {
  const isInside = file.startsWith(chart.folder + sep);
  const steps = (isInside ? relative(chart.folder, file) : relative(root, file)).split(sep);
  const stem = basename(file).replace(/\.ya?ml$/i, '');
  if (isInside && /^(templates|charts|crds|ci|tests|files)$/.test(steps[0]!)) {
    return undefined;
  }
  const marker = steps.findLastIndex((step, i) => MARKERS.has(step) && i < steps.length - 1);
  if (marker !== -1) {
    const next = steps[marker + 1]!;
    // `values/vms/fra.yaml`: the folder of a chart in between.
    const name = next === chart.name && marker + 2 < steps.length ? steps[marker + 2]! : next;
    return name.replace(/\.ya?ml$/i, '').replace(/^values[-._]/, '');
  }
  const [, after, before] = /^values[-._](.+)$|^(.+)[-._]values$/.exec(stem) ?? [];
  const name = after ?? before;
  if (name !== undefined && name !== chart.name && name !== basename(chart.folder)) {
    return name;
  }
  // `fra/values.yaml`, or `fra/vms.yaml` beside a chart of that name: the folder is the cluster.
  const isValues = stem === 'values' || name !== undefined || stem === chart.name;
  return isInside || !isValues ? undefined : folderName(file, root);
}

/** The folder of a file; nothing where that is the root. */
function folderName(file: string, root: string): string | undefined {
  const folder = dirname(file);
  return folder === root ? undefined : basename(folder);
}
