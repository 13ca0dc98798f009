import type { OutputFile } from '../src/render/files';
import { FolderSink, type Written } from '../src/workspace/fleet/folder-sink';
import { markOf, renderCluster } from '../src/workspace/fleet/render-cluster';
import type { Tree } from '../src/workspace/tree';

/** Brings a folder to exactly these files, as one cluster. */
export function writeOutput(folder: string, files: readonly OutputFile[]): Written {
  const sink = new FolderSink(folder);
  const result = { name: 'any', isPlatform: true, kinds: [], findings: [], pools: { pools: [] } };
  try {
    sink.take({ ...result, files: files.map((file) => markOf(file)) }, files);
    return sink.write();
  } finally {
    sink.close();
  }
}

/** The files of a tree whose clusters have nothing to do with each other. */
export function filesOf(tree: Tree): OutputFile[] {
  return tree.clusters.flatMap((cluster) => [
    ...renderCluster(cluster, tree, { today: '2026-11-01', format: 'yaml', into: 'files' }).texts,
  ]);
}
