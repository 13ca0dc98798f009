import { INDEX_FOLDER } from '../argocd/fleet/index-entry';
import type { Finding } from '../findings/finding';
import type { OutputFile } from '../kube/yaml/files';
import { hash } from '../sources/host/hash';
import type { ClusterResult } from './cluster-result';

/** What Argo CD reads of one folder at most. Source: argoproj/argo-cd v3.5.1 `reposerver.max.combined.directory.manifests.size`. */
export const FOLDER_LIMIT = 10_000_000;

/** Another one where anything in the files is another. */
export function digestOfFiles(files: readonly OutputFile[]): string {
  return `sha256:${hash('sha256', files.map(({ path, text }) => `${path}\0${text}\0`).join(''))}`;
}

/** Folders that Argo CD would not read as they are. */
export function checkFolders({
  clusters,
}: {
  readonly clusters: readonly Pick<ClusterResult, 'name' | 'files'>[];
}): Finding[] {
  return clusters.flatMap(({ name, files }) => {
    if (files.reduce((sum, { bytes }) => sum + bytes, 0) <= FOLDER_LIMIT) {
      return [];
    }
    const [entries, manifests] = [true, false].map((isEntry) =>
      files.filter(({ path }) => path.startsWith(`${INDEX_FOLDER}/`) === isEntry),
    );
    const size = manifests!.reduce((sum, { bytes }) => sum + bytes, 0);
    return entries!.length > 0 && size > FOLDER_LIMIT ? [tooLarge(name, size)] : [];
  });
}

/** A folder of manifests that is too large for one Application. */
export function tooLarge(folder: string, size: number): Finding {
  return {
    code: 'PV715',
    severity: 'warning',
    path: folder,
    what: `its manifests are ${(size / 1e6).toFixed(1)} MB`,
    why: 'Argo CD reads 10 MB of one folder unless told otherwise, and shows an error instead of the Application',
    fix: 'divide the cluster into several platforms, or raise reposerver.max.combined.directory.manifests.size in argocd-cmd-params-cm',
    source: 'argoproj/argo-cd v3.5.1 docs/operator-manual/argocd-cmd-params-cm.yaml',
  };
}
