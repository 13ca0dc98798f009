import { groupOf, identityKey, identityOf } from '../kube/identity';
import { HEADER } from '../kube/yaml/files';
import { destinationFolders, objectsIn } from './cluster-destinations';
import {
  type MappedFile,
  type MappedPath,
  type PlatformFolder,
  platformFolderFinder,
  wholePath,
} from './platform-folders';

/**
 * How files are put to clusters: `auto` by what the repository looks like, `folders` for those directly below what was asked for,
 * `one` for all in one cluster, or a pattern as `clusters/*`, whose last star is the name.
 */
export type Grouping = string;

/** Which file is for which cluster. */
export interface ClusterMap {
  /** The cluster of a file; empty where it is for none alone. */
  readonly clusterOf: (file: MappedPath) => string;
  /** What it was learned from; absent where all files are for one cluster. */
  readonly by?: 'folder' | 'pattern' | 'Application' | 'values file';
}

/** All files are for one cluster. */
const ONE_CLUSTER: ClusterMap = { clusterOf: () => '' };

/** Folders that hold clusters, by their names. */
const CLUSTERS = new Set(['clusters', 'cluster', 'envs', 'env', 'environments', 'environment']);
/** The same where none of the others is on the way: overlays may be of anything else below a cluster. */
const OVERLAYS = new Set(['overlays', 'overlay']);

/** More are not looked into for objects of one name: the first show it as well. */
const MOST_FILES = 5_000;

/**
 * Learns which file is for which cluster, of all sides at once: two sides that are split in two ways have nothing in common, and
 * all of one would look deleted.
 *
 * @param platforms folders of platforms, of all sides
 */
export function clusterMap(
  sides: readonly (readonly MappedFile[])[],
  grouping: Grouping,
  platforms: readonly PlatformFolder[] = [],
): ClusterMap {
  if (grouping === 'one') {
    return ONE_CLUSTER;
  }
  if (grouping !== 'auto') {
    return { by: grouping === 'folders' ? 'folder' : 'pattern', clusterOf: byPath(sides.flat(), pathFinder(grouping)) };
  }
  // Names of folders say nothing of what says its cluster itself.
  const unsaid = sides.map((files) => files.filter(({ cluster }) => cluster === undefined));
  const said = sides.flat().filter(({ cluster }) => cluster !== undefined);
  const byApplication = said.filter(({ application }) => application !== undefined);
  const destinations = new Set(byApplication.flatMap(({ cluster = '' }) => cluster.split('+')));
  const { by, clusterOf } = mapOf(unsaid, destinations, platformFolderFinder(platforms));
  const how = byApplication.length > 0 ? 'Application' : (by ?? (said.length > 0 ? 'values file' : undefined));
  return { ...(how === undefined ? {} : { by: how }), clusterOf: (file) => file.cluster ?? clusterOf(file) };
}

function pathFinder(grouping: string): (below: string) => string {
  return grouping === 'folders'
    ? (below) => (below.includes('/') ? below.split('/')[0]! : '')
    : patternFinder(grouping);
}

/** The cluster by the path, except for what is rendered for several: its path is that of the chart. */
function byPath(files: readonly MappedFile[], named: (below: string) => string): ClusterMap['clusterOf'] {
  const clusters = new Map<string, Set<string>>();
  for (const { below, cluster } of files) {
    if (cluster !== undefined) {
      clusters.set(below, (clusters.get(below) ?? new Set()).add(cluster));
    }
  }
  return ({ below, cluster = '' }) => {
    const name = (clusters.get(below)?.size ?? 0) > 1 ? '' : named(below);
    return name === '' ? cluster : name;
  };
}

function mapOf(
  sides: readonly (readonly MappedFile[])[],
  destinations: ReadonlySet<string>,
  platformOf: (path: string) => string | undefined,
): ClusterMap {
  const all = sides.flat();
  const destination = destinationFolders(all, destinations);
  const said = (file: MappedPath) => destination(file) ?? platformOf(wholePath(file));
  const marked = markedFolders(all.map(wholePath));
  const isDeployed = all.some((file) => destination(file) !== undefined);
  const isMarked = all.some((file) => said(file) !== undefined || marked(wholePath(file)) !== '');
  // A link has the objects of the file that it leads to, and a folder of an Application may be deployed twice: neither says anything.
  const originals = sides.map((files) => files.filter((file) => file.isLink !== true && said(file) === undefined));
  const splits = new Set(originals.flatMap((files) => [...splitFolders(files)]));
  if (!isMarked && splits.size === 0 && originals.some(lookLikeClusters)) {
    for (const { above } of all) {
      splits.add(above);
    }
  }
  if (!isMarked && splits.size === 0) {
    return ONE_CLUSTER;
  }
  return {
    by: isDeployed ? 'Application' : 'folder',
    clusterOf: (file) => said(file) ?? nameIn(wholePath(file), splits, marked),
  };
}

/** In `deploy/*` the last star is the name; two stars are any number of folders. */
function patternFinder(pattern: string): (below: string) => string {
  const steps = pattern.split('/').filter((step) => step !== '' && step !== '.');
  const last = steps.findLastIndex((step) => step.includes('*') && step !== '**');
  const text = steps
    .map((step, i) => {
      const one = step.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '[^/]*');
      return step === '**' ? '(?:[^/]+/)*' : `${i === last ? `(${one})` : one}${i === steps.length - 1 ? '' : '/'}`;
    })
    .join('');
  const expression = new RegExp(`^${text}(?:/|$)`);
  // `clusters/*` also takes a file for each cluster.
  return (below) => (expression.exec(below)?.[1] ?? '').replace(/\.(ya?ml|json)$/i, '');
}

/** Names by folders such as `clusters`, at any depth; files directly in one count where it has no folders. */
function markedFolders(paths: readonly string[]): (below: string) => string {
  const withFolders = new Set<string>();
  for (const path of paths) {
    const steps = path.split('/');
    steps.forEach((step, i) => {
      if ((CLUSTERS.has(step) || OVERLAYS.has(step)) && i + 2 < steps.length) {
        withFolders.add(steps.slice(0, i + 1).join('/'));
      }
    });
  }
  const namesBy = (steps: readonly string[], markers: ReadonlySet<string>): string[] =>
    steps.flatMap((step, i) => {
      const next = steps[i + 1];
      if (!markers.has(step) || next === undefined || markers.has(steps[i - 1] ?? '')) {
        return [];
      }
      const isFile = i + 2 === steps.length;
      return !isFile
        ? [next]
        : markers === CLUSTERS && !withFolders.has(steps.slice(0, i + 1).join('/')) && !/^kustomization\b/i.test(next)
          ? [next.replace(/\.(ya?ml|json)$/i, '')]
          : [];
    });
  return (below) => {
    const steps = below.split('/');
    const names = namesBy(steps, CLUSTERS);
    return (names.length > 0 ? names : namesBy(steps, OVERLAYS)).join('/');
  };
}

/** The name of a cluster: by the folders that hold clusters, and below those by folders that cannot be of one. */
function nameIn(below: string, splits: ReadonlySet<string>, marked: (below: string) => string): string {
  const steps = below.split('/');
  const name = marked(below);
  const own = new Set(name.split('/'));
  const isName = (step: string) => !own.has(step) && !CLUSTERS.has(step) && !OVERLAYS.has(step);
  const more = steps.slice(0, -1).filter((step, i) => splits.has(steps.slice(0, i).join('/')) && isName(step));
  const parts = [...(name === '' ? [] : name.split('/')), ...more];
  // In the order of the path.
  return parts.sort((a, b) => steps.indexOf(a) - steps.indexOf(b)).join('/');
}

/**
 * Folders that hold several clusters, since two folders in them have the same object in a file of the same name, or several of the
 * same objects. One object that appears twice otherwise is a mistake, which a rule is about.
 */
function splitFolders(files: readonly MappedFile[]): Set<string> {
  const places = new Map<string, { path: string; text: string }[]>();
  for (const file of files.slice(0, MOST_FILES)) {
    for (const text of file.texts()) {
      const key = likelyName(text);
      if (key !== undefined) {
        places.set(key, [...(places.get(key) ?? []), { path: wholePath(file), text }]);
      }
    }
  }
  const evidence = new Map<string, number>();
  for (const found of [...places.values()].filter((each) => each.length > 1)) {
    const sorted = found.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const [i, one] of sorted.slice(1).entries()) {
      const other = sorted[i]!;
      const folder = commonFolder(one.path, other.path);
      const known = folder === undefined ? ENOUGH : (evidence.get(folder) ?? 0);
      if (folder !== undefined && known < ENOUGH && haveSameObject(one.text, other.text)) {
        evidence.set(folder, known + (isAtSamePlace(folder, one.path, other.path) ? ENOUGH : 1));
      }
    }
  }
  return new Set([...evidence].filter(([, weight]) => weight >= ENOUGH).map(([folder]) => folder));
}

const ENOUGH = 2;

/** Whether two files have the same path below the folders that they are in. */
function isAtSamePlace(folder: string, a: string, b: string): boolean {
  const rest = (path: string) => path.slice(folder === '' ? 0 : folder.length + 1).replace(/^[^/]*/, '');
  return rest(a) === rest(b);
}

/** The folder that two files are in, each in another folder of it. */
function commonFolder(a: string, b: string): string | undefined {
  const [left, right] = [a.split('/'), b.split('/')];
  const same = left.findIndex((step, i) => step !== right[i]);
  return same === -1 || same >= left.length - 1 || same >= right.length - 1 ? undefined : left.slice(0, same).join('/');
}

const KIND = /^["']?kind["']?[ \t]*:[ \t]*["']?([A-Za-z]+)/m;
const NAME = /^["']?metadata["']?[ \t]*:[^\S\n]*(?:\{|\r?\n)[\s\S]*?\bname["']?[ \t]*:[ \t]*["']?([^\s"',}]+)/m;

/** Kind and name, as far as the text shows them: only what is alike is read. */
function likelyName(text: string): string | undefined {
  const [kind, name] = [KIND.exec(text)?.[1], NAME.exec(text)?.[1]];
  return kind === undefined || name === undefined || kind === 'Namespace' ? undefined : `${kind} ${name}`;
}

function haveSameObject(a: string, b: string): boolean {
  const names = new Set(namesIn(a));
  return namesIn(b).some((name) => names.has(name));
}

function namesIn(text: string): string[] {
  return objectsIn(text)
    .filter((object) => !/(^|\.)(argoproj\.io|fluxcd\.io)$/.test(groupOf(object.apiVersion)))
    .map((object) => identityKey(identityOf(object)));
}

const MAY_BE_OBJECT = /["']?apiVersion["']?\s*:/;

/** Names of the clusters that have objects: a folder of CI files beside clusters is none. */
export function namesOf({ clusterOf }: Pick<ClusterMap, 'clusterOf'>, files: readonly MappedFile[]): string[] {
  const names = new Set<string>();
  for (const [i, file] of files.entries()) {
    const name = clusterOf(file);
    if (!names.has(name) && (i >= MOST_FILES || file.texts().some((text) => MAY_BE_OBJECT.test(text)))) {
      names.add(name);
    }
  }
  return [...names].filter((name) => name !== '').sort();
}

/**
 * Whether the folders of the root look like clusters: all objects are in one, and either polyvirt wrote them, one folder for each
 * cluster, or two folders have a file of the same name at the same place.
 *
 * Files without objects do not count: a policy, or the configuration of a CI system, is for no cluster.
 */
function lookLikeClusters(all: readonly MappedFile[]): boolean {
  const seen = new Map<string, string>();
  const folders = new Set<string>();
  let isAlike = false;
  for (const { below, texts } of all.slice(0, MOST_FILES)) {
    const objects = texts().filter((text) => MAY_BE_OBJECT.test(text));
    const slash = below.indexOf('/');
    if (objects.length === 0) {
      continue;
    }
    if (slash === -1) {
      // Applications are on the cluster of Argo CD, whatever the folders beside them are.
      if (objects.flatMap(objectsIn).some((object) => groupOf(object.apiVersion) !== 'argoproj.io')) {
        return false;
      }
      continue;
    }
    const [folder, path] = [below.slice(0, slash), below.slice(slash + 1)];
    const isOurs = objects[0]!.startsWith(HEADER);
    // What polyvirt writes for a cluster is in folders of namespaces: these are the folders of one.
    if (isOurs && !path.includes('/')) {
      return false;
    }
    const other = seen.get(path);
    folders.add(folder);
    seen.set(path, folder);
    isAlike ||= isOurs || (other !== undefined && other !== folder);
  }
  return folders.size > 1 && isAlike;
}
