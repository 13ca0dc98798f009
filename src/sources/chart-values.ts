import { basename, dirname, relative, sep } from 'node:path';

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
