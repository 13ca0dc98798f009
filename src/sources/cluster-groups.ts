import { groupOf } from '../kube/identity';
import { addAll } from '../kube/object';
import { HEADER } from '../kube/yaml/files';
import { isWorkspaceError } from './host/workspace-error';
import { clusterFinder, type KnownClusters } from './known-clusters';
import type { KnownCluster } from './read-objects';
import type { FileDocuments, SideDocument } from './side-documents';

/** What the folders below a folder are: clusters, parts of one, or whatever the files look like. */
export type Grouping = 'auto' | 'folders' | 'one';

/** The files of one cluster. */
interface ClusterGroup {
  readonly name?: string;
  /** What is known of it, where a platform tells. */
  readonly cluster?: KnownCluster;
  readonly documents: readonly SideDocument[];
}

/**
 * Which files are for which cluster: by the platforms that are known, else by their folders.
 *
 * @param byFolder whether folders are clusters: the same for both sides of a review, or one of them is deleted whole
 */
export function clusterGroups(
  files: readonly FileDocuments[],
  byFolder: boolean,
  known: KnownClusters,
): ClusterGroup[] {
  const groups = new Map<string, { cluster?: KnownCluster; documents: SideDocument[] }>();
  const clusterOf = clusterFinder(known);
  for (const { path, folder, documents } of files) {
    const platform = known.platforms.length === 0 ? undefined : clusterOf(path);
    const name = platform?.name ?? (byFolder ? folder : '');
    const group = groups.get(name) ?? { documents: [], ...(platform === undefined ? {} : { cluster: platform }) };
    addAll(group.documents, documents);
    groups.set(name, group);
  }
  return [...groups].map(([name, group]) => ({ ...(name === '' ? {} : { name }), ...group }));
}

/**
 * Whether the folders look like clusters: all objects are in one, and either polyvirt wrote them, one folder for each
 * cluster, or two folders have a file of the same name at the same place.
 *
 * Files without objects do not count: a policy, or the configuration of a CI system, is for no cluster.
 */
export function lookLikeClusters(all: readonly FileDocuments[]): boolean {
  const files = all.filter(({ documents }) => documents.some(({ text }) => MAY_BE_OBJECT.test(text)));
  const folders = new Set(files.map(({ folder }) => folder).filter((folder) => folder !== ''));
  if (folders.size < 2 || files.some((file) => file.folder === '' && hasObjects(file))) {
    return false;
  }
  const seen = new Map<string, string>();
  return files.some(({ below, folder, documents }) => {
    if (folder === '') {
      return false;
    }
    if (documents[0]?.text.startsWith(HEADER) === true) {
      return true;
    }
    const path = below.slice(folder.length + 1);
    const other = seen.get(path);
    seen.set(path, folder);
    return other !== undefined && other !== folder;
  });
}

const MAY_BE_OBJECT = /["']?apiVersion["']?\s*:/;

/** Applications are on the cluster of Argo CD, whatever the folders beside them are. */
function hasObjects({ documents }: FileDocuments): boolean {
  return documents.some(({ objects }) => {
    try {
      return objects().some(({ object }) => groupOf(object.apiVersion) !== 'argoproj.io');
    } catch (error) {
      if (!isWorkspaceError(error)) {
        throw error;
      }
      // Its reader says what is wrong with it.
      return false;
    }
  });
}
