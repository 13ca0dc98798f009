import { jsonText } from './escape/formats';
import type { Finding } from './finding';
import type { Judgement } from './judgement';
import type { NotJudged } from './not-judged';
import type { ShownFinding } from './shown-finding';

/** The output of `--format json` of commands that judge objects. */
interface FindingsReport {
  readonly findings: readonly ShownFinding[];
  /** What objects may come from and was not judged. */
  readonly notJudged: readonly NotJudged[];
  readonly summary: {
    readonly objects: number;
    /** Of kinds that no rule is about. */
    readonly unjudged: number;
    readonly error: number;
    readonly warning: number;
    readonly info: number;
  };
}

/** Findings and their numbers, for scripts. */
function findingsReport({
  findings,
  notJudged,
  objects,
  unjudged,
}: Pick<Judgement, 'findings' | 'notJudged' | 'objects' | 'unjudged'>): FindingsReport {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return {
    findings,
    notJudged,
    summary: { objects, unjudged, error: count('error'), warning: count('warning'), info: count('info') },
  };
}

/** The report as text. */
export function renderJson(judgement: Judgement): string {
  return `${jsonText(findingsReport(judgement), 2)}\n`;
}
