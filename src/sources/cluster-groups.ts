import { basename, relative, resolve, sep } from 'node:path';
import type { CheckContext } from '../cluster/cluster-view';
import { withoutSecrets } from '../findings/secrets/secret-text';
import { addAll, type KubeObject } from '../kube/object';
import { splitDocuments } from '../kube/yaml/reader';
import { type ClusterMap, clusterMap, type Grouping, namesOf } from './cluster-map';
import { isWorkspaceError } from './host/open-text';
import { readText, STDIN } from './host/read-text';
import { clusterFinder, type KnownClusters, renamed } from './known-clusters';
import { type MappedPath, platformFoldersOf } from './platform-folders';
import { type KnownCluster, readObjects } from './read-objects';

/** The files of one cluster. */
interface ClusterGroup<T> {
  readonly name?: string;
  /** What is known of it, where a platform tells. */
  readonly cluster?: KnownCluster;
  readonly files: T[];
}

/**
 * Which files are for which cluster: by the platforms that are known, else by the map.
 *
 * Groups come in the order of their first files.
 */
export function clusterGroups<T extends MappedPath & { readonly path: string }>(
  files: readonly T[],
  map: ClusterMap,
  known: KnownClusters,
): ClusterGroup<T>[] {
  const groups = new Map<string, ClusterGroup<T>>();
  const platformOf = clusterFinder(known);
  for (const file of files) {
    const mapped = map.clusterOf(file);
    const platform = platformOf(file.path, mapped);
    const name = platform?.name ?? mapped;
    const group = groups.get(name) ?? {
      ...(name === '' ? {} : { name }),
      ...(platform === undefined ? {} : { cluster: platform }),
      files: [],
    };
    group.files.push(file);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** The files of one cluster, with what is known of it. */
interface MappedGroup {
  readonly cluster: KnownCluster;
  readonly files: string[];
  /** Objects beside those of its own files that are on it too. */
  readonly shared: () => readonly KubeObject[];
}

/** Files that were asked for, by their clusters, and in a line how they were put to those. */
export function mappedGroups(
  files: readonly string[],
  asked: readonly string[],
  known: KnownClusters,
  grouping: Grouping = 'auto',
): { readonly groups: readonly MappedGroup[]; readonly clustered?: string } {
  const texts = new Map<string, readonly string[]>();
  const placed = files.map((path) => {
    const at = mappedPath(path, asked);
    return {
      path,
      ...at,
      texts: () => {
        // What was named itself may be a pipe, which gives its content once.
        const known = texts.get(path) ?? (at.below === '' ? [] : textsOf(path));
        texts.set(path, known);
        return known;
      },
    };
  });
  const map = clusterMap([placed], grouping, platformFoldersOf(placed));
  const groups = clusterGroups(placed, map, known);
  const paths = new Map(groups.map((group) => [group, group.files.map(({ path }) => path)]));
  const read = new Map<unknown, readonly KubeObject[]>();
  const objectsOf = (group: (typeof groups)[number]) => {
    const objects = read.get(group) ?? readObjects(paths.get(group)!).objects;
    read.set(group, objects);
    return objects;
  };
  const clustered = map.by === undefined ? undefined : clustersText(map, namesOf(map, placed));
  texts.clear();
  return {
    ...(clustered === undefined ? {} : { clustered }),
    groups: groups.map((group) => ({
      cluster: group.cluster ?? (group.name === undefined ? known.other : renamed(known.other, group.name)),
      files: [...paths.get(group)!],
      shared: () => (map.by === undefined ? [] : sharedWith(group, groups).flatMap(objectsOf)),
    })),
  };
}

function mappedPath(path: string, asked: readonly string[]): MappedPath {
  const above = asked.find((each) => each !== STDIN && resolve(path).startsWith(resolve(each) + sep));
  return path === STDIN || above === undefined
    ? { above: '', below: '' }
    : { above: basename(resolve(above)), below: relative(above, path).split(sep).join('/') };
}

/** Larger files are not looked into for that. */
const LARGEST = 4 << 20;

function textsOf(path: string): string[] {
  try {
    return [...splitDocuments(readText(path, LARGEST))].map(({ text }) => text);
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    // Its reader says what is wrong with it.
    return [];
  }
}

/**
 * Groups whose objects count for another, since they are for no cluster alone, as a KubeVirt beside the folders of clusters; or for
 * all clusters of a folder, as what lies beside the folders of its environments.
 */
export function sharedWith<T>({ name = '' }: ClusterGroup<T>, groups: readonly ClusterGroup<T>[]): ClusterGroup<T>[] {
  return name === '' ? [] : groups.filter((other) => other.name === undefined || name.startsWith(`${other.name}/`));
}

/** Knowledge of a cluster, with further objects on it. */
export function withExisting(context: CheckContext, objects: readonly KubeObject[]): CheckContext {
  const existing = [...(context.existing ?? [])];
  addAll(existing, objects);
  return objects.length === 0 ? context : { ...context, existing };
}

/** `3 clusters: fra, nyc, sin, by folder`; nothing where there is but one. */
export function clustersText({ by }: ClusterMap, names: readonly string[]): string | undefined {
  // A name is what a user wrote.
  const shown = names.slice(0, MOST).map(withoutSecrets);
  const some = names.length > MOST ? [...shown, `${names.length - MOST} more`] : shown;
  return by === undefined || names.length === 0
    ? undefined
    : `${names.length} ${names.length === 1 ? 'cluster' : 'clusters'}: ${some.join(', ')}, by ${by}`;
}

/** As many as are read in one line. */
const MOST = 12;
