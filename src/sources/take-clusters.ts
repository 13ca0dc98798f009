import type { TreeCluster } from '../cluster/tree';
import type { Finding } from '../findings/finding';
import type { Source } from './find-source';
import { takePlatforms } from './read-platforms';

/**
 * The clusters of a platform one at a time, from files or from a program, in the order in which they are declared. What
 * runs programs is loaded only for them.
 *
 * @returns what is the matter with the whole, with places
 */
export async function takeClusters(
  source: Source,
  take: (cluster: TreeCluster, files: readonly string[]) => void,
): Promise<readonly Finding[]> {
  if ('files' in source) {
    return takePlatforms(source.files, ({ cluster, reads }, { path }) => take(cluster, [path, ...reads]));
  }
  const { streamApp } = require('./program/run-app') as typeof import('./program/run-app');
  const { findings, close } = await streamApp(source.app, (cluster) => take(cluster, []));
  close();
  return findings;
}
