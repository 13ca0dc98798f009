import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { notJudged } from '../findings/not-judged';
import { itemsOf } from '../kube/identity';
import { isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { applicationRelease } from './application-charts';
import { type Chart, type ChartInstallation, installationsByConvention, readChart } from './charts';
import { areTold, type DeployedApplication, folderOf } from './deployed-applications';
import { isObject, isPlatform } from './host/manifest-files';
import { hash } from './host/process';
import { readTextOr } from './host/read-text';
import { type CopiedFile, findHelm, type HelmRelease, type HelmTool, type Rendered } from './host/tool';
import { isToolFile } from './unjudged/document-units';
import { countsInChart, type Scan } from './unjudged/scan';
import { contentPrint, type Unit, valuePrint } from './unjudged/unit';

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
  /** The Application that deploys it, by its name in a report. */
  readonly application?: string;
  /** The folder of the chart, whose templates are named in the text. */
  readonly chart?: string;
}

/** What charts come to. */
interface RenderedCharts {
  readonly rendered: readonly RenderedFile[];
  readonly units: readonly Unit[];
  /** Files, and folders of charts, that are accounted for, by absolute paths. */
  readonly covered: ReadonlySet<string>;
  readonly shape: ChartShape;
  /** Applications whose charts were rendered, or are named as not rendered, by their names. */
  readonly applications: ReadonlySet<string>;
}

/** What the other side has to know of charts, to be read in the same way. Paths are below what was asked for. */
export interface ChartShape {
  /** Charts that are installed. */
  readonly charts: readonly string[];
  /** Those that are installed with their own values alone. */
  readonly plainCharts: readonly string[];
  /** Files of values. */
  readonly values: readonly string[];
}

const NO_CHARTS: ChartShape = { charts: [], plainCharts: [], values: [] };

/** How charts are rendered. */
interface RenderingCharts {
  readonly isRendering: boolean;
  /** What the other side is like. */
  readonly elsewhere: ChartShape;
  /** Applications of both sides: a chart that one of them deploys is installed as they say, and in no other way. */
  readonly applications: readonly DeployedApplication[];
}

/** A chart as it is installed, and what Helm is asked for. */
interface Installation extends ChartInstallation {
  readonly release: Omit<HelmRelease, 'chart'>;
  readonly files: readonly CopiedFile[];
  readonly application?: string;
  readonly obstacle?: string;
}

/** The same chart with the same values is rendered once, whichever side asks: some templates make random values. */
const known = new Map<string, Rendered>();

/** Renders the charts of a folder with the values that lie beside them. */
export function chartsIn(
  scan: Scan,
  asked: string,
  boundary: string,
  { isRendering, elsewhere, applications }: RenderingCharts,
): RenderedCharts {
  const folders = scan.units.filter(isChartFolder).map(({ path }) => resolve(path));
  const tool = isRendering && folders.length > 0 ? findHelm() : undefined;
  if (tool === undefined) {
    return { rendered: [], units: [], covered: new Set(), shape: NO_CHARTS, applications: new Set() };
  }
  const charts = folders.map((folder) => readChart(folder, resolve(boundary)));
  // A chart that another takes in is deployed only as a part of that.
  const parts = new Set(charts.flatMap(({ locals }) => locals));
  const below = (path: string) => relative(resolve(asked), path);
  // Helm installs no library: one that was a chart before is an error, and no reason to delete what it deployed.
  const deployed = charts.filter(
    ({ folder, isLibrary }) => !parts.has(folder) && (!isLibrary || elsewhere.charts.includes(below(folder))),
  );
  const also = new Set(
    deployed.map(({ folder }) => folder).filter((folder) => elsewhere.plainCharts.includes(below(folder))),
  );
  const data = [...scan.files.map((file) => resolve(file)), ...deployed.flatMap(filesOf)].filter((file) =>
    isData(file, below(file), elsewhere.values),
  );
  const byApplication = installationsByApplication(charts, applications, asked, boundary);
  const taken = new Set(byApplication.map(({ chart }) => chart));
  const rest = deployed.filter(({ folder }) => !taken.has(folder));
  const byConvention = installationsByConvention(rest, [...new Set(data)], resolve(asked), also);
  const at = (path: string) => relative(resolve(boundary), path);
  const installations: Installation[] = [
    ...byApplication,
    ...byConvention.map((installation) => {
      const { folder, name } = charts.find((chart) => chart.folder === installation.chart)!;
      const release = {
        name: releaseName(at(folder), name),
        valueFiles: installation.valueFiles.map(at),
        parameters: [],
      };
      return { ...installation, release, files: installation.valueFiles.map((from) => ({ from, to: at(from) })) };
    }),
  ];
  const results = installations.map((installation) => {
    const chart = charts.find(({ folder }) => folder === installation.chart)!;
    return { installation, chart, result: rendering(chart, installation, at(chart.folder), tool) };
  });
  return {
    rendered: results.flatMap(({ installation, chart, result }) =>
      'text' in result ? [renderedFile(chart, installation, result.text, tool.name, below)] : [],
    ),
    units: results.flatMap(({ installation, chart, result }) =>
      'why' in result ? [unrendered(chart, installation, result.why, below)] : [],
    ),
    covered: new Set([...folders, ...installations.flatMap(({ valueFiles }) => valueFiles)]),
    shape: {
      charts: deployed.filter(({ isLibrary }) => !isLibrary).map(({ folder }) => below(folder)),
      plainCharts: byConvention.filter(({ cluster }) => cluster === undefined).map(({ chart }) => below(chart)),
      values: byConvention.flatMap(({ valueFiles }) => valueFiles.map(below)),
    },
    applications: new Set(byApplication.flatMap(({ application }) => application ?? [])),
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

/**
 * Whether a file has data and no objects, as values are.
 *
 * @param elsewhere values of the other side: they are values here too where nothing is in them, or where they cannot be read
 */
function isData(file: string, below: string, elsewhere: readonly string[]): boolean {
  if (
    !/\.ya?ml$/i.test(file) ||
    /(^|\/)(templates|crds)\//.test(below) ||
    isToolFile(below) ||
    /^Chart\./.test(basename(file))
  ) {
    return false;
  }
  const documents = [...readYaml(readTextOr(file, []))];
  if (
    elsewhere.includes(below) &&
    documents.every((read) => isProblem(read) || (read.value ?? undefined) === undefined)
  ) {
    return true;
  }
  return (
    documents.length > 0 &&
    documents.every(
      (read) => !isProblem(read) && isMap(read.value) && !hasObjects(read.value) && !isPlatform(read.value),
    )
  );
}

function hasObjects(value: unknown): boolean {
  return itemsOf(value).some((item) => isObject(item.value));
}

/** Charts that Applications deploy, with the values and parameters that those say. */
function installationsByApplication(
  charts: readonly Chart[],
  applications: readonly DeployedApplication[],
  asked: string,
  boundary: string,
): Installation[] {
  const isTold = areTold(applications);
  return applications.flatMap(({ name, cluster, namespace, sources }) =>
    sources.flatMap((source): Installation[] => {
      const found = folderOf(source, asked, boundary);
      const chart = charts.find(({ folder }) => folder === found?.folder);
      if (found === undefined || chart === undefined) {
        return [];
      }
      const { valueFiles, lacksFiles, ...asks } = applicationRelease(
        source,
        namespace,
        chart.folder,
        found.root,
        boundary,
      );
      // An Application that comes with its values, or goes with them: there is nothing of it on this side.
      if (source.isElsewhere === true && lacksFiles) {
        return [];
      }
      const obstacle = chart.obstacle ?? asks.obstacle;
      return [
        {
          chart: chart.folder,
          ...(isTold && cluster !== '' ? { cluster } : {}),
          valueFiles,
          release: asks.release,
          files: asks.files,
          application: name,
          ...(obstacle === undefined ? {} : { obstacle }),
        },
      ];
    }),
  );
}

function rendering(chart: Chart, { release, files, obstacle }: Installation, at: string, tool: HelmTool): Rendered {
  const why = chart.obstacle ?? obstacle;
  return why === undefined ? renderedOnce(tool, { ...release, chart: at }, [...chart.files, ...files]) : { why };
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
function releaseName(at: string, name: string): string {
  const word = (at === '' ? name : basename(at))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return word === '' ? 'release-name' : word.slice(0, 53);
}

function renderedFile(
  { folder }: Chart,
  installation: Installation,
  text: string,
  tool: string,
  below: (path: string) => string,
): RenderedFile {
  const { cluster, valueFiles, application } = installation;
  const at = below(folder) || '.';
  const values = valueFiles.map((file) => (file.startsWith(`${folder}/`) ? relative(folder, file) : below(file)));
  return {
    path: join(folder, 'Chart.yaml'),
    below: below(join(folder, 'Chart.yaml')),
    key: keyOf(at, installation),
    name: `${at}${values.length === 0 ? '' : ` with ${values.join(', ')}`}${application === undefined ? '' : ` for ${application}`} by ${tool}`,
    text,
    chart: folder,
    ...(cluster === undefined ? {} : { cluster }),
    ...(application === undefined ? {} : { application }),
  };
}

function keyOf(at: string, { cluster, application }: Installation): string {
  const what = application ?? cluster;
  return what === undefined ? at : `${at} for ${what}`;
}

function unrendered(
  { folder, files }: Chart,
  installation: Installation,
  why: string,
  below: (path: string) => string,
): Unit {
  const key = keyOf(below(folder) || '.', installation);
  const own = files.flatMap((file) =>
    'from' in file && countsInChart(relative(folder, file.from)) ? [file.from] : [],
  );
  const parts = [...own, ...installation.valueFiles];
  return {
    sort: 'helm-chart',
    key,
    path: folder,
    name: key,
    what: `${notJudged('helm-chart', '').what}: ${why}`,
    prints: () =>
      new Map([
        [
          '',
          valuePrint([installation.release, installation.files.flatMap((file) => ('text' in file ? file.text : []))]),
        ],
        ...parts.map((file): [string, string] => [relative(folder, file), contentPrint(file)]),
      ]),
  };
}
