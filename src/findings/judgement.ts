import { jsonText } from './escape/formats';
import type { Finding, FindingObject, Severity } from './finding';
import type { NotJudged } from './not-judged';
import type { ShownFinding } from './shown-finding';

/** The result of a command that judges objects: all that a format needs. */
export interface Judgement {
  /** In the order of `compareFindings`. */
  readonly findings: readonly ShownFinding[];
  /** How many objects were judged. */
  readonly objects: number;
  /** Every one of them, also those that nothing is said of, where the format names them. */
  readonly names: readonly FindingObject[];
  /** How many of them are of kinds that no rule is about. */
  readonly unjudged: number;
  /** What objects may come from and was not judged. */
  readonly notJudged: readonly NotJudged[];
  /** Whether a warning fails too. */
  readonly strict: boolean;
  /** Version of polyvirt. */
  readonly version: string;
}

/** Writes a judgement in one format, as the whole of what goes to stdout. */
export type Renderer = (judgement: Judgement) => string;

/** Whether this finding makes the command fail. */
export function isFailure({ severity }: Finding, strict: boolean): boolean {
  return severity === 'error' || (strict && severity === 'warning');
}

/** How many findings there are of one severity, those included that are told with another. */
function numberOf(findings: readonly Finding[], severity: Severity): number {
  return findings.reduce((sum, finding) => (finding.severity === severity ? sum + 1 + (finding.more ?? 0) : sum), 0);
}

/** `1 error, 2 warnings`, or that there are none. */
export function countFindings(findings: readonly Finding[]): string {
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = numberOf(findings, severity);
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return counts.join(', ') || 'none';
}

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
