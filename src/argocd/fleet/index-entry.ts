import type { OutputFile } from '../../kube/yaml/files';
import type { ArgocdDeclaration } from '../declaration';

/** Beside the folders of clusters. Clusters are DNS labels, so none is called like this. */
export const INDEX_FOLDER = '_index';

/** By this an entry is known as ours. */
const MARK = { writtenBy: 'polyvirt' };

/** What an entry says of what is in the folder of its cluster. */
interface IndexedFolder {
  readonly objects: number;
  /** Another one where anything in the folder is another. */
  readonly digest: string;
}

/**
 * The entry of one cluster: a file of its own, so that a change of one cluster is a change of its files only.
 *
 * Every key is there in every entry: a template that asks for a missing one is an error.
 */
export function indexFile(
  cluster: string,
  { destination = {}, labels = {} }: ArgocdDeclaration,
  { objects, digest }: IndexedFolder,
): OutputFile {
  const entry = {
    ...MARK,
    cluster,
    destination: {
      name: destination.name ?? '',
      server: destination.server ?? '',
      namespace: destination.namespace ?? '',
    },
    labels: Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))),
    objects,
    digest,
  };
  return { path: `${INDEX_FOLDER}/${cluster}.json`, text: `${JSON.stringify(entry, undefined, 2)}\n` };
}

/** Whether what a file of the index folder holds is an entry. */
export function isIndexEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as { writtenBy?: unknown }).writtenBy === MARK.writtenBy;
}
