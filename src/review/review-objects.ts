import { type CheckOptions, contextOf } from '../cluster/judge/library';
import { type NotJudged, notJudged } from '../findings/not-judged';
import { isKubeObject, itemsOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { unwritableIn } from '../kube/plain-data';
import { readIgnoreRules } from './diff/ignore-rules';
import type { ReviewDocument } from './documents';
import type { LiveState } from './effects/live-state';
import type { Review } from './result';
import { reviewClusters } from './review';
import type { ReviewSide } from './review-cluster';

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
