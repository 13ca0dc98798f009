import { ASSUMPTIONS, type Assumption, EFFECT_NAMES, EFFECT_SEVERITIES } from './effects/effect';
import type { Review, ReviewedChange, Verdict } from './result';
import { type ClusterReview, type ReviewCluster, type Reviewing, reviewCluster } from './review-cluster';

/** Reviews every cluster of a fleet, one after the other, and says what it comes to. */
export function reviewClusters(clusters: readonly ReviewCluster[], reviewing: Reviewing): Review {
  const reviews = clusters.map((cluster) => named(reviewCluster(cluster, reviewing), cluster.name));
  const all = <T>(pick: (review: ClusterReview) => readonly T[]): T[] => reviews.flatMap(pick);
  const changes = all((review) => review.changes).sort(compareChanges);
  const touched = clusters.filter((_, i) => hasChanges(reviews[i]!)).flatMap(({ name }) => name ?? []);
  return {
    verdict: verdictOf(changes, touched, namedClusters(clusters)),
    changes,
    findings: {
      appeared: all(({ findings }) => findings.appeared),
      resolved: all(({ findings }) => findings.resolved),
    },
    placement: { lost: all(({ placement }) => placement.lost), gained: all(({ placement }) => placement.gained) },
    alerts: { started: all(({ alerts }) => alerts.started), stopped: all(({ alerts }) => alerts.stopped) },
    gates: all(({ gates }) => gates),
    targets: all(({ targets }) => targets),
    notJudged: [],
    assumptions: assumptionsOf(changes),
  };
}

/** Objects that are for no cluster alone are on none of their own. */
function namedClusters(clusters: readonly ReviewCluster[]): number {
  return clusters.filter(({ name }) => name !== undefined).length || clusters.length;
}

/** Whether a review has anything to say. */
export function hasChanges({ changes, findings, placement, alerts, targets, gates }: ClusterReview): boolean {
  const sides = [
    findings.appeared,
    findings.resolved,
    placement.lost,
    placement.gained,
    alerts.started,
    alerts.stopped,
  ];
  return [changes, targets, gates, ...sides].some((part) => part.length > 0);
}

function named(review: ClusterReview, cluster: string | undefined): ClusterReview {
  if (cluster === undefined) {
    return review;
  }
  const all = <T extends object>(items: readonly T[]) => items.map((item) => ({ cluster, ...item }));
  const { changes, findings, placement, alerts, gates, targets } = review;
  return {
    changes: all(changes),
    findings: { appeared: all(findings.appeared), resolved: all(findings.resolved) },
    placement: { lost: all(placement.lost), gained: all(placement.gained) },
    alerts: { started: all(alerts.started), stopped: all(alerts.stopped) },
    gates: all(gates),
    targets: all(targets),
  };
}

/** The worst first; then by cluster and object, so that two runs list them alike. */
function compareChanges(a: ReviewedChange, b: ReviewedChange): number {
  return (
    EFFECT_SEVERITIES.indexOf(b.severity) - EFFECT_SEVERITIES.indexOf(a.severity) ||
    EFFECT_NAMES.indexOf(a.effect) - EFFECT_NAMES.indexOf(b.effect) ||
    compareText(sortKey(a), sortKey(b))
  );
}

function sortKey({ object, cluster = '', change }: ReviewedChange): string {
  return [object.kind, object.namespace ?? '', object.name, cluster, change].join('\0');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function verdictOf(changes: readonly ReviewedChange[], touched: readonly string[], all: number): Verdict {
  const [worst] = changes;
  return {
    effects: counted(changes.map(({ effect }) => effect)),
    severities: counted(changes.map(({ severity }) => severity)),
    worst: worst?.severity ?? null,
    objects: changes.length,
    clusters: { touched, all },
  };
}

function counted<T extends string>(words: readonly T[]): Partial<Record<T, number>> {
  const counts: Partial<Record<T, number>> = {};
  for (const word of words) {
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

function assumptionsOf(changes: readonly ReviewedChange[]): Review['assumptions'] {
  const used = new Set(changes.flatMap(({ assumes }) => assumes ?? []));
  return (Object.keys(ASSUMPTIONS) as Assumption[])
    .filter((name) => used.has(name))
    .map((name) => ({ name, text: ASSUMPTIONS[name] }));
}
