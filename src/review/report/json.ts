import { jsonText } from '../../findings/escape/formats';
import type { PolicyVerdict } from '../policy';
import type { Review } from '../result';
import type { ReviewReport } from './report';

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
