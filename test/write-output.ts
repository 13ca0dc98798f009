import type { Clusters } from '../src/cluster/cluster';
import type { OutputFile } from '../src/kube/yaml/files';
import { FolderSink, type FolderWrite } from '../src/sinks/folder-sink';
import { OutputComparison, type OutputDifference } from '../src/sinks/output-folder';
import { markOf, renderCluster } from '../src/sinks/render-cluster';

/** Brings a folder to exactly these files, as one cluster. */
export function writeOutput(folder: string, files: readonly OutputFile[]): FolderWrite {
  const sink = new FolderSink(folder);
  const result = {
    name: 'any',
    isPlatform: true,
    about: '',
    kinds: [],
    unjudged: {},
    findings: [],
    pools: { pools: [] },
  };
  try {
    sink.take({ ...result, files: files.map((file) => markOf(file)) }, files);
    return sink.write();
  } finally {
    sink.close();
  }
}

/** The files of a tree whose clusters have nothing to do with each other. */
export function filesOf(tree: Clusters): OutputFile[] {
  return tree.clusters.flatMap((cluster) => [
    ...renderCluster(cluster, { today: '2026-11-01', format: 'yaml', into: 'files' }).texts,
  ]);
}

/** How a folder differs from these files. */
export function compareOutput(folder: string, files: readonly OutputFile[]): OutputDifference[] {
  const comparison = new OutputComparison(folder);
  for (const file of files) {
    comparison.compare(file);
  }
  return comparison.finish();
}
