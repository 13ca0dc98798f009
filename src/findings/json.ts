import type { Finding } from './finding';

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
