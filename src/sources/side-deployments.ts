import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { notJudged } from '../findings/not-judged';
import { hash } from './host/hash';
import { findKustomize, type KustomizeTool } from './host/kustomize-tool';
import type { Rendered } from './host/tool';
import { basesAmong, type DeployedKustomization, deployedKustomizations, unlistedFiles } from './kustomizations';
import { chartsIn, type RenderedFile } from './side-charts';
import { contentPrint } from './unjudged/content-print';
import type { Scan } from './unjudged/scan';
import type { Unit } from './unjudged/unit';

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
  readonly shape: DeployedShape;
}

/** Facts that the other side needs, so that both are read in the same way. Paths are below what was asked for. */
export interface DeployedShape {
  /** Folders of kustomizations that others take in: what is one there is no deployment here. */
  readonly bases: readonly string[];
  /** Charts that are installed with their own values alone. */
  readonly plainCharts: readonly string[];
}

export const NO_SHAPE: DeployedShape = { bases: [], plainCharts: [] };

/** How it is told what is deployed. */
export interface Deploying {
  /** Whether the user's own kustomize and helm may run. */
  readonly isRendering: boolean;
  /** What the other side is like. */
  readonly elsewhere: DeployedShape;
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
  { isRendering, elsewhere }: Deploying,
): Deployments {
  const own = basesAmong(scan.kustomizations).map((path) => relative(resolve(asked), dirname(path)));
  const bases = scan.kustomizations
    .map((path) => resolve(path))
    .filter((path) => {
      const folder = relative(resolve(asked), dirname(path));
      return own.includes(folder) || elsewhere.bases.includes(folder);
    });
  const roots = deployedKustomizations(scan.kustomizations, new Set(bases), boundary);
  const unused = bases.filter((path) => !roots.some(({ kustomizations }) => kustomizations.includes(path)));
  // A base that only the other side uses is deployed by nothing here; one of a circle stays as it is.
  const idle = unused.filter((path) => !own.includes(relative(resolve(asked), dirname(path))));
  const idleFiles = deployedKustomizations(idle, new Set(), boundary).flatMap(({ files }) => files);
  const covered = new Set([...roots.flatMap(({ files }) => files), ...idleFiles]);
  const isCovered = (path: string) => covered.has(resolve(path));
  const unlisted = new Set(unlistedFiles(scan.files, scan.kustomizations.filter(isCovered), covered));
  const below = (path: string) => relative(resolve(asked), path);
  const lists = roots.filter(({ isList }) => isList);
  const others = roots.filter(({ isList }) => !isList);
  const tool = isRendering && others.some(({ obstacle }) => obstacle === undefined) ? findKustomize() : undefined;
  const results = others.map((root) => ({ root, result: buildOf(root, boundary, tool) }));
  const built = results.flatMap(({ root: { path }, result }): RenderedFile[] =>
    'text' in result
      ? [
          {
            path,
            below: below(path),
            key: below(path),
            name: `${dirname(below(path))} by ${tool?.name}`,
            text: result.text,
          },
        ]
      : [],
  );
  const charts = chartsIn(scan, asked, boundary, { isRendering, plain: elsewhere.plainCharts });
  return {
    files: [
      ...scan.files
        .filter((path) => !isCovered(path) && !unlisted.has(path) && !charts.covered.has(resolve(path)))
        .map((path) => ({ path, below: relative(asked, path) })),
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
      ...results.flatMap(({ root, result }) => ('why' in result ? [unbuilt(root, asked, result.why)] : [])),
    ],
    unlisted: [...unlisted].filter((path) => !charts.covered.has(resolve(path))),
    shape: { bases: own, plainCharts: charts.plain },
  };
}

function buildOf(
  { path, files, obstacle }: DeployedKustomization,
  boundary: string,
  tool: KustomizeTool | undefined,
): Rendered {
  if (obstacle !== undefined || tool === undefined) {
    return { why: obstacle ?? '' };
  }
  const contents = files.map((file) => [relative(boundary, file), hash('sha256', readFileSync(file))]);
  const key = JSON.stringify([relative(boundary, path), tool.name, contents]);
  const result = known.get(key) ?? tool.build(files, path, boundary);
  known.set(key, result);
  return result;
}

function unbuilt({ path, files }: DeployedKustomization, asked: string, why: string): Unit {
  const { what } = notJudged('kustomization', '');
  return {
    sort: 'kustomization',
    key: relative(resolve(asked), path),
    path,
    ...(why === '' ? {} : { what: `${what}: ${why}` }),
    prints: () => new Map(files.map((file) => [relative(dirname(path), file), contentPrint(file)])),
  };
}

/** It changes nothing, whatever is in it. */
export function unlistedUnit(path: string, asked: string): Unit {
  return { sort: 'unlisted', key: relative(asked, path), path, isInert: true, prints: () => new Map() };
}
