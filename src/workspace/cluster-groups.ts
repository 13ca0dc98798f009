import { addAll } from '../kube/long-lists';
import { HEADER } from '../render/files';
import { clusterFinder, type KnownCluster, type KnownClusters } from './known-clusters';
import type { FileDocuments, SideDocument } from './side-documents';

/** What the folders below a folder are: clusters, parts of one, or whatever the files look like. */
export type Grouping = 'auto' | 'folders' | 'one';

/** The files of one cluster. */
export interface ClusterGroup {
  readonly name?: string;
  /** What is known of it, where a platform tells. */
  readonly cluster?: KnownCluster;
  readonly documents: readonly SideDocument[];
}

/** Which files are for which cluster: by the platforms that are known, else by their folders. */
export function clusterGroups(
  files: readonly FileDocuments[],
  grouping: Grouping,
  known: KnownClusters,
): ClusterGroup[] {
  const groups = new Map<string, { cluster?: KnownCluster; documents: SideDocument[] }>();
  const clusterOf = clusterFinder(known);
  const byFolder = grouping === 'folders' || (grouping === 'auto' && areClusters(files));
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
 * Whether the folders look like clusters: all files are in one, and either polyvirt wrote them, one folder for each
 * cluster, or two folders have a file of the same name at the same place.
 */
function areClusters(files: readonly FileDocuments[]): boolean {
  const folders = new Set(files.map(({ folder }) => folder));
  if (folders.has('') || folders.size < 2) {
    return false;
  }
  const seen = new Map<string, string>();
  return files.some(({ path, folder, documents }) => {
    if (documents[0]?.text.startsWith(HEADER) === true) {
      return true;
    }
    const below = path.slice(path.indexOf(`/${folder}/`) + folder.length + 2);
    const other = seen.get(below);
    seen.set(below, folder);
    return other !== undefined && other !== folder;
  });
}
