import { jsonText } from '../escape/json';
import type { Finding } from './finding';
import type { Judgement } from './judgement';
import type { ShownFinding } from './shown-finding';

/** What `--format json` of a command that judges objects prints. */
export interface FindingsReport {
  readonly findings: readonly ShownFinding[];
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
export function findingsReport(findings: readonly ShownFinding[], objects: number, unjudged: number): FindingsReport {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return {
    findings,
    summary: { objects, unjudged, error: count('error'), warning: count('warning'), info: count('info') },
  };
}

/** The report as text. */
export function renderJson({ findings, objects, unjudged }: Judgement): string {
  return `${jsonText(findingsReport(findings, objects, unjudged), 2)}\n`;
}
