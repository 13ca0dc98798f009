import { type GroupFinding, membersOf } from '../../findings/group-finding';

/** Codes whose finding is the same for many objects and told once, at the first of them; and how the others count. */
const TOLD_ONCE: ReadonlyMap<string, (count: number) => string> = new Map([
  ['PV112', (count: number) => `; ${count} VMs name it`],
  ['PV113', () => ''],
  ['PV805', (count: number) => `; ${count} references lead to it`],
]);

/**
 * Findings with one in the place of many that say the same.
 *
 * Rules give one for each object, so that each object can allow its own: this comes after the policy.
 */
export function foldFindings(findings: readonly GroupFinding[]): GroupFinding[] {
  const folded: { finding: GroupFinding; count: number }[] = [];
  const first = new Map<string, { finding: GroupFinding; count: number }>();
  for (const finding of findings) {
    if (!TOLD_ONCE.has(finding.code)) {
      folded.push({ finding, count: 1 });
      continue;
    }
    const key = `${finding.code}\0${finding.what}`;
    const known = first.get(key);
    if (known !== undefined) {
      known.count += membersOf(finding);
      continue;
    }
    const { members: _, ...one } = finding;
    const entry = { finding: one, count: membersOf(finding) };
    first.set(key, entry);
    folded.push(entry);
  }
  return folded.map(({ finding, count }) =>
    count === 1 ? finding : { ...finding, what: `${finding.what}${TOLD_ONCE.get(finding.code)!(count)}` },
  );
}
