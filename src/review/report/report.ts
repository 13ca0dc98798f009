import { jsonText } from '../../findings/escape/formats';
import type { PolicyVerdict } from '../policy';
import type { Review, ReviewedChange } from '../result';
import type { ChangeGroup } from './fold';

/** A review, with all that formats need to tell it. */
export interface ReviewReport {
  readonly review: Review;
  /** The same change in many places is one of these. */
  readonly groups: readonly ChangeGroup[];
  readonly policy: PolicyVerdict;
  /** What was compared, in the words of the command line. */
  readonly base: string;
  readonly head: string;
  /** Version of polyvirt. */
  readonly version: string;
}

/** How a change is called: `VirtualMachine apps/web`. */
export function subjectOf({ object, from }: Pick<ReviewedChange, 'object' | 'from'>): string {
  const name = nameOf(object);
  return from === undefined ? `${object.kind} ${name}` : `${object.kind} ${nameOf(from)} → ${name}`;
}

function nameOf({ namespace, name }: ReviewedChange['object']): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** What `--format json` prints. */
interface ReviewJson extends Review {
  readonly base: string;
  readonly head: string;
  readonly policy: PolicyVerdict;
  /** Changes that do the same to the same fields, told once: places in `changes`. Values may differ. */
  readonly folded: readonly {
    readonly changes: readonly number[];
    readonly names: readonly string[];
    readonly clusters: readonly string[];
  }[];
}

/** A review for scripts. */
export function renderReviewJson({ review, groups, policy, base, head }: ReviewReport): string {
  const json: ReviewJson = {
    base,
    head,
    ...review,
    changes: review.changes.map(({ states: _, ...change }) => change),
    policy,
    folded: groups.map(({ changes, names, clusters }) => ({ changes, names, clusters })),
  };
  return `${jsonText(json, 2)}\n`;
}
