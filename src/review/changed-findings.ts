import { baselineOf, withoutKnown } from '../findings/baseline';
import { compareFindings, type Finding } from '../findings/finding';

/** Findings of one side that are not on the other. */
export function findingsOnlyIn(findings: readonly Finding[], other: readonly Finding[]): Finding[] {
  const elsewhere = new Set(other.map(matterOf));
  return withoutKnown(findings, baselineOf(other))
    .fresh.filter((finding) => !elsewhere.has(matterOf(finding)))
    .sort(compareFindings);
}

/** One matter may be at another path, or in another version of the kind, where a target writes an object otherwise. */
function matterOf({ code, object, what }: Finding): string {
  return JSON.stringify([code, object?.kind, object?.namespace, object?.name, what]);
}
