import { type CheckOptions, contextOf } from '../cluster/judge/library';
import { type NotJudged, notJudged } from '../findings/not-judged';
import { isKubeObject, itemsOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { unwritableIn } from '../kube/plain-data';
import { readIgnoreRules } from './diff/ignore-rules';
import type { ReviewDocument } from './documents';
import { ASSUMPTIONS, type Assumption, EFFECT_NAMES, EFFECT_SEVERITIES } from './effects/effect';
import type { LiveState } from './effects/live-state';
import type { Review, ReviewedChange, Verdict } from './result';
import {
  type ClusterReview,
  type ReviewCluster,
  type Reviewing,
  type ReviewSide,
  reviewCluster,
} from './review-cluster';

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

/** Objects of one cluster, or of several by name. */
export type ReviewInput = readonly KubeObject[] | Readonly<Record<string, readonly KubeObject[]>>;

/** What the objects are for, and how they get there. */
export interface ReviewOptions extends CheckOptions {
  /**
   * Whether what is removed is deleted from the cluster.
   *
   * @default - it is, and the review says that it assumes so
   */
  readonly prune?: boolean;

  /**
   * A caller's knowledge of live virtual machines.
   *
   * @default - nothing: what only the cluster knows is said both ways
   */
  readonly live?: (vm: KubeObject) => LiveState;

  /**
   * Parts that do not count, as in `ignoreDifferences` of an Argo CD Application.
   *
   * @default - only what every cluster writes by itself
   */
  readonly ignoreDifferences?: readonly object[];

  /**
   * The day by which allowances are judged, as `2027-01-31`.
   *
   * @default - none has run out
   */
  readonly today?: string;
}

/**
 * What another state of objects does on a cluster: which virtual machines restart, move, stop or are deleted.
 *
 * No file is touched, and no cluster is asked.
 *
 * @throws where an object is not plain data, as one that contains itself
 */
export function review(base: ReviewInput, head: ReviewInput, options: ReviewOptions = {}): Review {
  const { context } = contextOf(options);
  const [before, after] = [clustersOf(base), clustersOf(head)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const side = (objects: readonly KubeObject[] = []): ReviewSide => ({ context, documents: documentsOf(objects) });
  const reviewed = reviewClusters(
    names.map((name) => ({
      ...(name === '' ? {} : { name }),
      before: side(before.get(name)),
      after: side(after.get(name)),
    })),
    {
      ignore: readIgnoreRules(options.ignoreDifferences ?? [], 'ignoreDifferences').rules,
      delivery: options.prune === undefined ? {} : { prune: options.prune },
      liveOf: options.live ?? (() => ({})),
      today: options.today ?? '0000-01-01',
    },
  );
  return { ...reviewed, notJudged: names.flatMap((name) => strangers(name, before.get(name), after.get(name))) };
}

/** Values that are no objects, as those of a chart: nothing can be said of them but whether they differ. */
function strangers(name: string, before: readonly unknown[] = [], after: readonly unknown[] = []): NotJudged[] {
  const [old, fresh] = [before, after].map((values) =>
    values
      .flatMap((each) => itemsOf(each))
      .flatMap(({ value }, i) => (isKubeObject(value) ? [] : [[`${name}[${i}]`, plainText(value)] as const])),
  ) as [(readonly [string, string])[], (readonly [string, string])[]];
  const texts = (values: readonly (readonly [string, string])[]) => new Set(values.map(([, text]) => text));
  const [was, is] = [texts(old), texts(fresh)];
  const told = (values: typeof old, other: ReadonlySet<string>, change: 'added' | 'removed') =>
    values.flatMap(([at, text]) => (other.has(text) ? [] : [notJudged('data', at, { change })]));
  const same = fresh.flatMap(([at, text]) => (was.has(text) ? [notJudged('data', at, { change: 'none' })] : []));
  return [...told(old, is, 'removed'), ...told(fresh, was, 'added'), ...same];
}

function clustersOf(input: ReviewInput): Map<string, readonly KubeObject[]> {
  return isList(input) ? new Map([['', input]]) : new Map(Object.entries(input));
}

function isList(input: ReviewInput): input is readonly KubeObject[] {
  return Array.isArray(input) && !isMap(input);
}

function documentsOf(objects: readonly KubeObject[]): ReviewDocument[] {
  return objects
    .flatMap((each) => itemsOf(each))
    .flatMap(({ value }) => (isKubeObject(value) ? [value] : []))
    .map((object) => ({ text: plainText(object), objects: () => [{ object }] }));
}

/** The same text for the same object. What is no data at all cannot be compared: that is a mistake of the caller. */
function plainText(object: unknown): string {
  const [wrong] = unwritableIn(object).filter(({ why }) => why === 'other');
  if (wrong !== undefined) {
    throw new TypeError(`an object to review is not plain data: ${wrong.steps.join('.')} is ${wrong.what}`);
  }
  return JSON.stringify(object);
}
