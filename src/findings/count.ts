import type { Finding } from './finding';

/** `1 error, 2 warnings`, or that there are none. */
export function countFindings(findings: readonly Finding[]): string {
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return counts.join(', ') || 'none';
}
