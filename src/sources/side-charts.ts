import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { notJudged } from '../findings/not-judged';
import { isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { type ChartInstallation, installationsByConvention } from './chart-values';
import { type Chart, readChart } from './charts';
import { isObject, isPlatform } from './host/document-kind';
import { hash } from './host/hash';
import { findHelm, type HelmRelease, type HelmTool } from './host/helm-tool';
import { readTextOr } from './host/read-text';
import type { CopiedFile, Rendered } from './host/tool';
import { contentPrint } from './unjudged/content-print';
import { countsInChart, type Scan } from './unjudged/scan';
import { isToolFile } from './unjudged/tool-files';
import type { Unit } from './unjudged/unit';

/** What was rendered, with where its objects are said to come from. */
export interface RenderedFile {
  /** A file of what it was rendered from. */
  readonly path: string;
  /** Its path below what was asked for: by that its cluster is told, where it does not say it. */
  readonly below: string;
  /** By this it is found again on the other side. */
  readonly key: string;
  /** As a report names it: `charts/vms with values-fra.yaml by helm v3.16.4`. */
  readonly name: string;
  readonly text: string;
  readonly cluster?: string;
  /** The folder of the chart, whose templates are named in the text. */
  readonly chart?: string;
}

/** What charts come to. */
interface RenderedCharts {
  readonly rendered: readonly RenderedFile[];
  readonly units: readonly Unit[];
  /** Files, and folders of charts, that are accounted for, by absolute paths. */
  readonly covered: ReadonlySet<string>;
  /** Charts that are installed with their own values alone, below what was asked for. */
  readonly plain: readonly string[];
}

/** How charts are rendered. */
interface RenderingCharts {
  readonly isRendering: boolean;
  /** Charts that the other side has without values for clusters, below what was asked for. */
  readonly plain: readonly string[];
}

/** The same chart with the same values is rendered once, whichever side asks: some templates make random values. */
const known = new Map<string, Rendered>();

/** Renders the charts of a folder with the values that lie beside them. */
export function chartsIn(
  scan: Scan,
  asked: string,
  boundary: string,
  { isRendering, plain: elsewhere }: RenderingCharts,
): RenderedCharts {
  const folders = scan.units.filter(isChartFolder).map(({ path }) => resolve(path));
  const tool = isRendering && folders.length > 0 ? findHelm() : undefined;
  if (tool === undefined) {
    return { rendered: [], units: [], covered: new Set(), plain: [] };
  }
  const charts = folders.map((folder) => readChart(folder, resolve(boundary)));
  // A chart that another takes in is deployed only as a part of that.
  const parts = new Set(charts.flatMap(({ locals }) => locals));
  const deployed = charts.filter(({ folder, isLibrary }) => !isLibrary && !parts.has(folder));
  const below = (path: string) => relative(resolve(asked), path);
  const also = new Set(deployed.map(({ folder }) => folder).filter((folder) => elsewhere.includes(below(folder))));
  const data = [...scan.files.map((file) => resolve(file)), ...deployed.flatMap(filesOf)].filter((file) =>
    isData(file, below(file)),
  );
  const installations = installationsByConvention(deployed, [...new Set(data)], resolve(asked), also);
  const results = installations.map((installation) => {
    const chart = deployed.find(({ folder }) => folder === installation.chart)!;
    return { installation, chart, result: rendering(chart, installation, boundary, tool) };
  });
  return {
    rendered: results.flatMap(({ installation, chart, result }) =>
      'text' in result ? [renderedFile(chart, installation, result.text, tool.name, below)] : [],
    ),
    units: results.flatMap(({ installation, chart, result }) =>
      'why' in result ? [unrendered(chart, installation, result.why, below)] : [],
    ),
    covered: new Set([...folders, ...installations.flatMap(({ valueFiles }) => valueFiles)]),
    plain: installations.filter(({ cluster }) => cluster === undefined).map(({ chart }) => below(chart)),
  };
}

/** A folder with a chart in it; an archive is one that is not looked into. */
function isChartFolder({ sort, path }: Unit): boolean {
  return sort === 'helm-chart' && !/\.(tgz|tar\.gz|ya?ml)$/i.test(basename(path));
}

function filesOf({ folder, files }: Chart): string[] {
  return files.flatMap((file) =>
    'from' in file && file.from.startsWith(folder) && /\.ya?ml$/i.test(file.from) ? [file.from] : [],
  );
}

/** Whether a file has data and no objects, as values are. */
function isData(file: string, below: string): boolean {
  if (
    !/\.ya?ml$/i.test(file) ||
    /(^|\/)(templates|crds)\//.test(below) ||
    isToolFile(below) ||
    /^Chart\./.test(basename(file))
  ) {
    return false;
  }
  const documents = [...readYaml(readTextOr(file, []))];
  return (
    documents.length > 0 &&
    documents.every((read) => !isProblem(read) && isMap(read.value) && !isObject(read.value) && !isPlatform(read.value))
  );
}

function rendering(chart: Chart, { valueFiles }: ChartInstallation, boundary: string, tool: HelmTool): Rendered {
  if (chart.obstacle !== undefined) {
    return { why: chart.obstacle };
  }
  const at = (path: string) => relative(resolve(boundary), path);
  const release: HelmRelease = {
    chart: at(chart.folder),
    name: releaseName(at(chart.folder), chart),
    valueFiles: valueFiles.map(at),
    parameters: [],
  };
  return renderedOnce(tool, release, [...chart.files, ...valueFiles.map((from) => ({ from, to: at(from) }))]);
}

/** Renders a release, once for the same content. */
function renderedOnce(tool: HelmTool, release: HelmRelease, files: readonly CopiedFile[]): Rendered {
  const contents = files.map((file) => [file.to, hash('sha256', 'from' in file ? readFileSync(file.from) : file.text)]);
  const key = JSON.stringify([tool.name, release, contents]);
  const result = known.get(key) ?? tool.render(release, files);
  known.set(key, result);
  return result;
}

/** A name that stays when the chart is called otherwise: that of its folder, where that is not the root. */
function releaseName(at: string, { name }: Chart): string {
  const word = (at === '' ? name : basename(at))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return word === '' ? 'release-name' : word.slice(0, 53);
}

function renderedFile(
  { folder }: Chart,
  { cluster, valueFiles }: ChartInstallation,
  text: string,
  tool: string,
  below: (path: string) => string,
): RenderedFile {
  const at = below(folder) || '.';
  const values = valueFiles.map((file) => (file.startsWith(`${folder}/`) ? relative(folder, file) : below(file)));
  return {
    path: join(folder, 'Chart.yaml'),
    below: below(join(folder, 'Chart.yaml')),
    key: keyOf(at, cluster),
    name: `${at}${values.length === 0 ? '' : ` with ${values.join(', ')}`} by ${tool}`,
    text,
    chart: folder,
    ...(cluster === undefined ? {} : { cluster }),
  };
}

function keyOf(at: string, cluster: string | undefined): string {
  return cluster === undefined ? at : `${at} for ${cluster}`;
}

function unrendered(
  { folder, files }: Chart,
  { cluster, valueFiles }: ChartInstallation,
  why: string,
  below: (path: string) => string,
): Unit {
  const key = keyOf(below(folder) || '.', cluster);
  const own = files.flatMap((file) =>
    'from' in file && countsInChart(relative(folder, file.from)) ? [file.from] : [],
  );
  const parts = [...own, ...valueFiles];
  return {
    sort: 'helm-chart',
    key,
    path: folder,
    name: key,
    what: `${notJudged('helm-chart', '').what}: ${why}`,
    prints: () => new Map(parts.map((file) => [relative(folder, file), contentPrint(file)])),
  };
}
