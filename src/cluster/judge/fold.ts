import { type GroupFinding, membersOf } from '../../findings/finding';

/** Codes whose finding is the same for many objects and told once, at the first of them; and in which words the others count. */
const TOLD_ONCE: ReadonlyMap<string, string> = new Map([
  ['PV112', 'VMs name it'],
  ['PV113', ''],
  ['PV805', 'references lead to it'],
]);

/** Whether a finding stands for many objects: which of them it is at, and how many they are, is no part of what it says. */
export function isToldOnce({ code }: Pick<GroupFinding, 'code'>): boolean {
  return TOLD_ONCE.has(code);
}

/** What a finding says without how many objects it was said of. */
export function withoutCount({ code, what }: Pick<GroupFinding, 'code' | 'what'>): string {
  const words = TOLD_ONCE.get(code) ?? '';
  return words === '' ? what : what.replace(new RegExp(`; \\d+ ${words}$`), '');
}

/**
 * Findings with one in the place of many that say the same.
 *
 * Rules give one for each object, so that each object can allow its own: this comes after the policy.
 */
export function foldFindings(findings: readonly GroupFinding[]): GroupFinding[] {
  const folded: { finding: GroupFinding; count: number }[] = [];
  const first = new Map<string, { finding: GroupFinding; count: number }>();
  for (const finding of findings) {
    if (!isToldOnce(finding)) {
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
  return folded.map(({ finding, count }) => {
    const words = TOLD_ONCE.get(finding.code) ?? '';
    return count === 1 || words === '' ? finding : { ...finding, what: `${finding.what}; ${count} ${words}` };
  });
}
