import type { Cluster } from '../../cluster/cluster';
import { chooseFrom } from '../../findings/suggestion';
import { shownSource } from '../../host/read-text';

/** The cluster that is asked for, or the only one; what is wrong with the call where there is no such one. */
export function chosenCluster(clusters: readonly Cluster[], asked: string | undefined): Cluster | string {
  const names = clusters.map(({ name }) => name).sort();
  if (names.length === 0) {
    return 'there is neither a platform nor an object: name a platform or manifests';
  }
  if (asked !== undefined) {
    return clusters.find(({ name }) => name === asked) ?? `there is no cluster "${asked}": ${chooseFrom(asked, names)}`;
  }
  return clusters.length === 1
    ? clusters[0]!
    : `there are ${clusters.length} clusters: name one of ${names.join(', ')} with --cluster`;
}

/** Name of a cluster, or of the files that it was read from. */
export function titleOf({ name }: Cluster, paths: readonly string[]): string {
  return name === '' ? paths.map(shownSource).join(', ') : name;
}
