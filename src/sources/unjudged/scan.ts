import { type Dirent, existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { NotJudgedSort } from '../../findings/not-judged';
import { type GitLink, gitLinks } from '../host/git';
import { FOREIGN, manifestFiles } from '../host/manifest-files';
import { foundAt, isFolder, neverOpen } from '../host/open-text';
import { mentions, ownCopy, STDIN } from '../host/read-text';
import { isKustomization, kustomizationParts } from '../kustomize';
import { kustomizationUnit } from './document-units';
import { contentPrint, type Unit, valuePrint } from './unit';

/** The contents of a folder: files that may hold objects, and what is not judged by itself. */
export interface Scan {
  /** YAML and JSON, in order. */
  readonly files: readonly string[];
  readonly units: readonly Unit[];
  /** Those among the units, by their paths. */
  readonly kustomizations: readonly string[];
  /** Where links among the files lead, by absolute paths of both. */
  readonly links: ReadonlyMap<string, string>;
}

/** What of a folder is looked at. */
export interface Scanning {
  /** Files and folders that do not count, by their absolute paths. */
  readonly ignored?: ReadonlySet<string>;
  /** Links that lead out of this folder are not followed; absent where every file may be read. */
  readonly boundary?: string;
}

interface FoundFile {
  readonly files: string[];
  readonly kustomizations: string[];
  readonly units: Unit[];
  readonly links: Map<string, string>;
}

/** Looks through folders, or at files and standard input. Only kustomizations are read. */
export function scanFiles(all: readonly string[], scanning: Scanning = {}): Scan {
  const found: FoundFile = { files: [], kustomizations: [], units: [], links: new Map() };
  for (const asked of all) {
    const from = found.kustomizations.length;
    if (asked !== STDIN && isFolder(asked)) {
      visit(asked, asked, scanning, found);
    } else {
      visitNamed(asked, found);
    }
    found.units.push(...found.kustomizations.slice(from).map((path) => kustomizationUnit(path, asked)));
  }
  const parts = kustomizationParts(found.kustomizations);
  const isWhole = (path: string) => parts.size === 0 || path === STDIN || !parts.has(resolve(path));
  return {
    files: found.files.filter(isWhole),
    units: found.units.filter(({ path }) => isWhole(path)),
    kustomizations: found.kustomizations,
    links: found.links,
  };
}

/** A file that was named is taken for manifests, unless it cannot be. */
function visitNamed(asked: string, found: FoundFile): void {
  const sort = asked === STDIN ? undefined : basename(asked) === 'Chart.yaml' ? 'helm-chart' : sourceSort(asked);
  const files = manifestFiles(asked, 'all folders');
  if (sort !== undefined) {
    found.units.push(fileUnit(sort, asked, asked));
  } else if (asked !== STDIN && isKustomization(asked)) {
    found.kustomizations.push(asked);
  } else {
    found.files.push(...files);
  }
}

function visit(folder: string, asked: string, scanning: Scanning, found: FoundFile): void {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => scanning.ignored?.has(resolve(folder, name)) !== true)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (entries.some(({ name }) => name === 'Chart.yaml')) {
    found.units.push(chartUnit(folder, asked));
    return;
  }
  if (folder !== asked && entries.some(({ name }) => name === 'cdk8s.yaml')) {
    found.units.push(programUnit(folder, asked));
  }
  for (const entry of entries) {
    // A path that was joined is a chain of its parts, four times as large: a fleet has a hundred thousand.
    const path = ownCopy(join(folder, entry.name));
    if (entry.isDirectory()) {
      if (!FOREIGN.has(entry.name)) {
        visit(path, asked, scanning, found);
      }
    } else if (entry.isSymbolicLink() && !isFollowed(path, scanning)) {
      if (!FOREIGN.has(entry.name)) {
        found.units.push(linkUnit(path, asked));
      }
    } else {
      if (entry.isSymbolicLink()) {
        found.links.set(resolve(path), realpathSync(path));
      }
      visitFile(path, entry, asked, found);
    }
  }
}

function visitFile(path: string, entry: Dirent, asked: string, found: FoundFile): void {
  const { name } = entry;
  neverOpen(path, entry);
  if (isKustomization(name)) {
    found.kustomizations.push(path);
    return;
  }
  if (/\.(ya?ml|json)$/i.test(name) && name !== 'cdk8s.yaml') {
    found.files.push(path);
    return;
  }
  const sort = sourceSort(path);
  if (sort !== undefined) {
    found.units.push(fileUnit(sort, path, asked));
  }
}

/** A link to a file inside is read as that file. */
function isFollowed(path: string, { boundary }: Scanning): boolean {
  const target = foundAt(path);
  return (
    target !== undefined &&
    !target.isDirectory() &&
    (boundary === undefined || realpathSync(path).startsWith(realpathSync(boundary) + sep))
  );
}

/** The target of a link counts too, since others may follow it; but nothing outside of the repository. */
function linkUnit(path: string, asked: string): Unit {
  return {
    sort: 'link',
    key: relative(asked, path),
    path,
    prints: () => {
      const target = resolve(dirname(path), readlinkSync(path));
      const isIn = isFolder(target) && !readlinkSync(path).startsWith('/');
      return new Map([['', valuePrint([readlinkSync(path), ...(isIn ? [...folderPrints(target)].flat() : [])])]]);
    },
  };
}

function fileUnit(sort: Unit['sort'], path: string, asked: string): Unit {
  return { sort, key: relative(asked, path), path, prints: () => new Map([['', contentPrint(path)]]) };
}

/** What of a chart nothing on a cluster comes from. */
const ABOUT_A_CHART =
  /(^|\/)(README|CHANGELOG|LICENSE|OWNERS)[^/]*$|^[^/]+\.md$|(^|\/)templates\/NOTES\.txt$|^(ci|tests)\//i;

/** Whether a file of a chart, by its path below that, may decide what is deployed. */
export function countsInChart(path: string): boolean {
  return !ABOUT_A_CHART.test(path.split(sep).join('/'));
}

function chartUnit(folder: string, asked: string): Unit {
  return {
    sort: 'helm-chart',
    key: relative(asked, folder),
    path: folder,
    prints: () => folderPrints(folder, countsInChart),
  };
}

const PROGRAM = /(^|\/)[^/]+\.([cm]?[jt]s|json)$|(^|\/)cdk8s\.yaml$/i;

function programUnit(folder: string, asked: string): Unit {
  return {
    sort: 'program',
    key: relative(asked, folder),
    path: folder,
    prints: () =>
      folderPrints(folder, (path) => PROGRAM.test(path) && !/^dist\/|\.d\.ts$|\.(test|spec)\.[jt]s$/.test(path)),
  };
}

/** The content of all files below a folder that count, by their paths below it. */
function folderPrints(folder: string, counts: (path: string) => boolean = () => true): Map<string, string> {
  const prints = new Map<string, string>();
  const visit = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = join(below, entry.name);
      if (entry.isDirectory() && !FOREIGN.has(entry.name)) {
        visit(path);
      } else if (!entry.isDirectory() && counts(path.split(sep).join('/'))) {
        prints.set(path, contentPrint(join(folder, path)));
      }
    }
  };
  visit('.');
  return prints;
}

/** Endings of what manifests are made from, by other tools than polyvirt. */
const ENDINGS: readonly (readonly [RegExp, NotJudgedSort])[] = [
  [/\.(jsonnet|libsonnet|cue|pkl|k|star|dhall)$/i, 'program'],
  [/(^|\/)Kptfile$/, 'program'],
  [/\.(tpl|gotmpl)$/i, 'template'],
  [/\.(ya?ml|json)\.(j2|jinja2?|tmpl|template|erb|in|mustache|hbs|ejs|envsubst)$/i, 'template'],
  [/\.(ya?ml|json)\.(enc|age|gpg|asc|sops)$/i, 'encrypted'],
  [/\.(tgz|tar\.gz)$/i, 'helm-chart'],
];

/** What Terraform makes objects with. */
const TERRAFORM = ['kubernetes_manifest', 'kubectl_manifest', 'helm_release', 'kubevirt_'];

/** The sort of a file that manifests are made from; undefined where none are, as far as its name tells. */
function sourceSort(path: string): NotJudgedSort | undefined {
  if (/\.(tf|tf\.json)$/i.test(path)) {
    return TERRAFORM.some((name) => mentions(path, name)) ? 'program' : undefined;
  }
  return ENDINGS.find(([ending]) => ending.test(path))?.[1];
}

/** Submodules below a folder that are not checked out: nothing of them is here, and the commit may change. */
export function submoduleUnits(folder: string): Unit[] {
  return gitLinks(folder)
    .filter(({ path }) => isEmpty(join(folder, path)))
    .map(({ path, commit }: GitLink) => ({
      sort: 'submodule',
      key: path,
      path: join(folder, path),
      prints: () => new Map([['', commit]]),
    }));
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}
