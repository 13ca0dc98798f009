import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { notJudged } from '../findings/not-judged';
import { applicationKustomization, leftOutFiles } from './application-folders';
import { areTold, type DeployedApplication, folderOf, onBothSides } from './deployed-applications';
import { hash } from './host/process';
import { type CopiedFile, findKustomize, type KustomizeTool, type Rendered } from './host/tool';
import {
  basesAmong,
  basesOfOthers,
  componentsAlone,
  type DeployedKustomization,
  deployedKustomizations,
  isComponent,
  kustomizationClosure,
  kustomizationIn,
  unlistedFiles,
} from './kustomize';
import { type ChartShape, chartsIn, type RenderedFile } from './side-charts';
import type { Scan } from './unjudged/scan';
import { contentPrint, type Unit, valuePrint } from './unjudged/unit';

interface DeployedFile {
  readonly path: string;
  readonly below: string;
  /** The kustomization that deploys it, below what was asked for. */
  readonly deployedBy?: string;
}

/** What of a folder is deployed, as far as kustomizations say so. */
interface Deployments {
  /** Files that are deployed as they lie there, each with the path by which its cluster is told. */
  readonly files: readonly DeployedFile[];
  /** What kustomizations and charts were rendered to. */
  readonly rendered: readonly RenderedFile[];
  readonly units: readonly Unit[];
  /** Files beside a kustomization that none lists: their objects are not deployed. */
  readonly unlisted: readonly string[];
  /** Files in the folder of an Application that does not take them: neither are theirs. */
  readonly leftOut: readonly string[];
  /** Kustomizations that are deployed here, and not compared since they are bases on the other side; by absolute paths. */
  readonly idle: readonly string[];
  readonly shape: DeployedShape;
  /** Applications of both sides. */
  readonly applications: readonly DeployedApplication[];
  /** Those whose options are in what was rendered, or that are named with what was not. */
  readonly settled: ReadonlySet<string>;
}

/** Facts that the other side needs, so that both are read in the same way. Paths are below what was asked for. */
export interface DeployedShape extends ChartShape {
  /** Folders of kustomizations that others take in: what is one there is no deployment here. */
  readonly bases: readonly string[];
  /** Applications among the files. */
  readonly applications: readonly DeployedApplication[];
}

export const NO_SHAPE: DeployedShape = { bases: [], charts: [], plainCharts: [], values: [], applications: [] };

/** How it is told what is deployed. */
export interface Deploying {
  /** Whether the user's own kustomize and helm may run. */
  readonly isRendering: boolean;
  /** What the other side is like. */
  readonly elsewhere: DeployedShape;
  /** Applications among the files of this side. */
  readonly applications?: readonly DeployedApplication[];
}

/** A kustomization to be built, as it is or as an Application changes it. */
interface Build {
  readonly root: DeployedKustomization;
  readonly changed?: CopiedFile;
  readonly application?: string;
  readonly cluster?: string;
  /** Namespaces that Applications give to objects which name none, by their names. */
  readonly namespaces?: Readonly<Record<string, string>>;
}

/** What is built is asked of the other side of a review too, and mostly the same there. */
const known = new Map<string, Rendered>();

/**
 * Tells what is deployed: what kustomizations come to, and the files that have nothing to do with one.
 *
 * @param boundary nothing outside of this folder is read
 */
export function deploymentsIn(
  scan: Scan,
  asked: string,
  boundary: string,
  { isRendering, elsewhere, applications: told = [] }: Deploying,
): Deployments {
  const applications = onBothSides(told, elsewhere.applications);
  const asApplied = applicationBuilds(scan.kustomizations, applications, asked, boundary);
  const folderBelow = (path: string) => relative(resolve(asked), dirname(path));
  const own = basesAmong(scan.kustomizations).map(folderBelow);
  const bases = scan.kustomizations
    .map((path) => resolve(path))
    .filter((path) => {
      const folder = folderBelow(path);
      return own.includes(folder) || elsewhere.bases.includes(folder);
    });
  // An overlay may take in what an Application deploys, too.
  const deployed = new Set(bases.filter((path) => !asApplied.named.has(path)));
  const roots = deployedKustomizations(scan.kustomizations, deployed, boundary);
  const unused = bases.filter((path) => !roots.some(({ kustomizations }) => kustomizations.includes(path)));
  // A base that only the other side uses is deployed by nothing here; one of a circle stays as it is.
  const idle = unused.filter((path) => !own.includes(folderBelow(path)) && !isComponent(path));
  const idleFiles = deployedKustomizations(idle, new Set(), boundary).flatMap(({ files }) => files);
  const taken = [
    ...roots.flatMap(({ files }) => files),
    ...asApplied.builds.flatMap(({ root }) => root.files),
    ...idleFiles,
  ];
  // A link that is taken in is the file that it leads to.
  const covered = new Set(taken.flatMap((path) => [path, scan.links.get(path) ?? path]));
  // A component is a part of others whatever they are: what none takes in is not deployed.
  const alone = componentsAlone(scan.kustomizations, covered, boundary);
  for (const file of alone.flatMap(({ files }) => files)) {
    covered.add(file);
  }
  const isCovered = (path: string) => covered.has(resolve(path));
  const unlisted = new Set(unlistedFiles(scan.files, scan.kustomizations.filter(isCovered), covered));
  const below = (path: string) => relative(resolve(asked), path);
  const asTheyAre = roots.filter(({ path }) => !asApplied.changed.has(path));
  const lists = asTheyAre.filter(({ isList }) => isList);
  const others: Build[] = [
    ...asTheyAre
      .filter(({ isList }) => !isList)
      .map((root) => ({ root, namespaces: asApplied.named.get(root.path) ?? {} })),
    ...asApplied.builds,
  ];
  const isNeeded = others.some(({ root }) => root.obstacle === undefined);
  const tool = isRendering && isNeeded ? findKustomize() : undefined;
  const results = others.map((build) => ({ build, result: buildOf(build, boundary, tool) }));
  const built = results.flatMap(({ build, result }): RenderedFile[] => {
    const { path } = build.root;
    const { application, cluster } = build;
    return 'text' in result
      ? [
          {
            path,
            below: below(path),
            key: keyOf(build, asked),
            name: `${dirname(below(path))}${application === undefined ? '' : ` for ${application}`} by ${tool?.name}`,
            text: result.text,
            ...(cluster === undefined ? {} : { cluster }),
            ...(application === undefined ? {} : { application }),
          },
        ]
      : [];
  });
  const charts = chartsIn(scan, asked, boundary, { isRendering, elsewhere, applications });
  const plain = scan.files.filter(
    (path) => !isCovered(path) && !unlisted.has(path) && !charts.covered.has(resolve(path)),
  );
  const leftOut = new Set(leftOutFiles(plain, applications, elsewhere.applications, asked, boundary));
  return {
    files: [
      ...plain.filter((path) => !leftOut.has(path)).map((path) => ({ path, below: relative(asked, path) })),
      ...lists.flatMap(({ path, resources }) =>
        resources.map((each) => ({
          path: each,
          below: join(dirname(below(path)), basename(each)),
          deployedBy: below(path),
        })),
      ),
    ],
    rendered: [...built, ...charts.rendered],
    units: [
      ...scan.units.filter(({ path }) => !isCovered(path) && !charts.covered.has(resolve(path))),
      ...charts.units,
      ...results.flatMap(({ build, result }) => ('why' in result ? [unbuilt(build, asked, result.why)] : [])),
      ...alone.map(({ path }) => ({ ...idleUnit('unlisted', path, asked), what: COMPONENT_ALONE })),
    ],
    unlisted: [...unlisted].filter((path) => !charts.covered.has(resolve(path))),
    leftOut: [...leftOut],
    idle,
    shape: { bases: basesOfOthers(scan.kustomizations).map(folderBelow), ...charts.shape, applications: told },
    applications,
    settled: new Set([...charts.applications, ...asApplied.builds.flatMap(({ application }) => application ?? [])]),
  };
}

/** Kustomizations that Applications deploy: which they are, and each with the options of its Application. */
function applicationBuilds(
  kustomizations: readonly string[],
  applications: readonly DeployedApplication[],
  asked: string,
  boundary: string,
): {
  readonly builds: readonly Build[];
  /** Those that any Application deploys, by absolute paths, with the namespaces that those give. */
  readonly named: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Those that none deploys as they are. */
  readonly changed: ReadonlySet<string>;
} {
  const known = new Set(kustomizations.map((path) => resolve(path)));
  const isTold = areTold(applications);
  const found = applications.flatMap((application) =>
    application.sources.flatMap((source) => {
      const folder = folderOf(source, asked, boundary)?.folder;
      const path = folder === undefined ? undefined : kustomizationIn(folder);
      return path !== undefined && known.has(path) ? [{ application, source, path }] : [];
    }),
  );
  const asItIs = new Set(found.filter(({ source }) => source.kustomize === undefined).map(({ path }) => path));
  const namespacesIn = (kustomization: string) =>
    Object.fromEntries(
      found
        .filter(({ path }) => path === kustomization)
        .map(({ application: { name, namespace } }) => [name, namespace]),
    );
  const optioned = found.filter(({ source }) => source.kustomize !== undefined);
  return {
    named: new Map(found.map(({ path }) => [path, namespacesIn(path)])),
    changed: new Set(optioned.map(({ path }) => path).filter((path) => !asItIs.has(path))),
    builds: optioned.map(({ application: { name, cluster, namespace }, source, path }): Build => {
      const { changed, components, patches, obstacle } = applicationKustomization(path, source, resolve(boundary));
      const closures = [path, ...components].map((each) => kustomizationClosure(each, boundary));
      const why = obstacle ?? closures.find((each) => each.obstacle !== undefined)?.obstacle;
      return {
        root: {
          ...closures[0]!,
          files: [...new Set([...closures.flatMap(({ files }) => files), ...patches])],
          ...(why === undefined ? {} : { obstacle: why }),
        },
        changed,
        application: name,
        namespaces: { [name]: namespace },
        ...(isTold && cluster !== '' ? { cluster } : {}),
      };
    }),
  };
}

const COMPONENT_ALONE = 'a component that no kustomization takes in: it is not deployed';

function keyOf({ root, application }: Build, asked: string): string {
  const at = relative(resolve(asked), root.path);
  return application === undefined ? at : `${at} for ${application}`;
}

function buildOf({ root, changed }: Build, boundary: string, tool: KustomizeTool | undefined): Rendered {
  const { path, files, obstacle } = root;
  if (obstacle !== undefined || tool === undefined) {
    return { why: obstacle ?? '' };
  }
  const contents = files.map((file) => [relative(boundary, file), hash('sha256', readFileSync(file))]);
  const key = JSON.stringify([relative(boundary, path), tool.name, contents, changed]);
  const result = known.get(key) ?? tool.build(files, path, boundary, changed === undefined ? [] : [changed]);
  known.set(key, result);
  return result;
}

function unbuilt(build: Build, asked: string, why: string): Unit {
  const { what } = notJudged('kustomization', '');
  const { path, files } = build.root;
  const options = build.changed !== undefined && 'text' in build.changed ? build.changed.text : '';
  return {
    sort: 'kustomization',
    key: keyOf(build, asked),
    path,
    ...(why === '' ? {} : { what: `${what}: ${why}` }),
    prints: () =>
      new Map([
        ['', valuePrint([options, build.namespaces])],
        ...files.map((file) => print(relative(dirname(path), file), file)),
      ]),
  };
}

function print(name: string, file: string): [string, string] {
  return [name, contentPrint(file)];
}

/** It changes nothing, whatever is in it. */
export function idleUnit(sort: 'unlisted' | 'left-out', path: string, asked: string): Unit {
  return { sort, key: relative(asked, path), path, isInert: true, prints: () => new Map() };
}
