import { indexFile } from '../argocd/fleet/index-entry';
import type { Finding } from '../findings/finding';
import { type Format, type OutputFile, outputFiles } from '../render/files';
import type { Synthesis, SynthesizedCluster } from './synthesize';

/** What Argo CD reads of one folder at most. Source: argoproj/argo-cd v3.5.1 `reposerver.max.combined.directory.manifests.size`. */
export const FOLDER_LIMIT = 10_000_000;

/** Everything that is written for a platform: the objects, and an entry of the index for each cluster that Argo CD knows. */
export function filesOf({ clusters }: Synthesis, format: Format): OutputFile[] {
  return clusters.flatMap((cluster) => {
    const files = outputFiles(cluster.name, cluster.objects, format);
    return cluster.argocd?.destination === undefined ? files : [...files, entryOf(cluster, files)];
  });
}

function entryOf({ name, argocd = {} }: SynthesizedCluster, files: readonly OutputFile[]): OutputFile {
  const { createHash } = require('node:crypto') as typeof import('node:crypto');
  const hash = createHash('sha256');
  for (const { path, text } of files) {
    hash.update(`${path}\0${text}\0`);
  }
  return indexFile(name, argocd, { objects: files.length, digest: `sha256:${hash.digest('hex')}` });
}

/** Folders that Argo CD would not read as they are. */
export function checkFolders(files: readonly OutputFile[]): Finding[] {
  const sizes = new Map<string, number>();
  for (const { path, text } of files) {
    const [folder = ''] = path.split('/');
    sizes.set(folder, (sizes.get(folder) ?? 0) + Buffer.byteLength(text));
  }
  return [...sizes]
    .filter(([folder, size]) => size > FOLDER_LIMIT && files.some(({ path }) => path.startsWith(`_index/${folder}.`)))
    .map(([folder, size]) => tooLarge(folder, size));
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
