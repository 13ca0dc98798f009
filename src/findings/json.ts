import type { Finding } from './finding';
import type { Judgement } from './judgement';

/** What `--format json` of a command that judges objects prints. */
export interface FindingsReport {
  readonly findings: readonly Finding[];
  readonly summary: {
    readonly objects: number;
    readonly error: number;
    readonly warning: number;
    readonly info: number;
  };
}

/** Findings and their numbers, for scripts. */
export function findingsReport(findings: readonly Finding[], objects: number): FindingsReport {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return {
    findings,
    summary: { objects, error: count('error'), warning: count('warning'), info: count('info') },
  };
}

/** The report as text. */
export function renderJson({ findings, objects }: Judgement): string {
  return `${JSON.stringify(findingsReport(findings, objects.length), undefined, 2)}\n`;
}
