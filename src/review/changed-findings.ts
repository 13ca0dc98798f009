import { baselineOf, withoutKnown } from '../findings/baseline';
import { compareFindings, type Finding } from '../findings/finding';
import { type ShownFinding, shownFindings } from '../findings/shown-finding';

/** Findings of one side that are not on the other. */
export function findingsOnlyIn(findings: readonly Finding[], other: readonly Finding[]): ShownFinding[] {
  const elsewhere = new Set(other.map(matterOf));
  const fresh = withoutKnown(findings, baselineOf(other)).fresh.filter((finding) => !elsewhere.has(matterOf(finding)));
  return shownFindings(fresh).sort(compareFindings);
}

/** One matter may be at another path, or in another version of the kind, where a target writes an object otherwise. */
function matterOf({ code, object, what }: Finding): string {
  return JSON.stringify([code, object?.kind, object?.namespace, object?.name, what]);
}
