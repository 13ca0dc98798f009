import type { ReviewCluster, ReviewSide } from '../../review/review-cluster';
import type { KnownClusters } from '../../sources/known-clusters';
import type { ReadSide, SideCluster } from '../../sources/read-side';

/**
 * The clusters of both sides together.
 *
 * Where files do not tell what they are for, it is what the other side says, or the command line.
 */
export function joinSides(before: ReadSide, after: ReadSide, known: KnownClusters): ReviewCluster[] {
  const [old, fresh] = [byName(before, after), byName(after, before)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return names.map((name) => {
    const [was, is] = [old.get(name), fresh.get(name)];
    return {
      ...(name === '' ? {} : { name }),
      before: sideOf(was, is, known),
      after: sideOf(is, was, known),
    };
  });
}

/** Where both sides are one cluster each, and only one of them says its name, it is the same cluster. */
function byName({ clusters }: ReadSide, other: ReadSide): Map<string, SideCluster> {
  const [only] = other.clusters;
  const unnamed = clusters.length === 1 && other.clusters.length === 1 ? (only?.name ?? '') : '';
  return new Map(clusters.map((cluster) => [cluster.name ?? unnamed, cluster]));
}

function sideOf(
  own: SideCluster | undefined,
  other: SideCluster | undefined,
  { other: said }: KnownClusters,
): ReviewSide {
  const { policy, findings, placeOf, documents = [] } = own ?? {};
  return {
    context: own?.context ?? other?.context ?? said.context,
    documents,
    ...(policy === undefined ? {} : { policy }),
    ...(findings === undefined ? {} : { findings }),
    ...(placeOf === undefined ? {} : { placeOf }),
  };
}
