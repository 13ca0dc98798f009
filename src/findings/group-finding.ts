import type { Finding, FindingObject } from './finding';

/** A finding on its way to a report: what is true of all VMs of a group is one, with all of them. */
export interface GroupFinding extends Finding {
  /** Those that it is true of; `object` is the first of them. Absent where it is about one object, or none. */
  readonly members?: readonly FindingObject[];
}

/** Of more VMs than a reader reads one by one, only the first is told, with the number of the others. */
const MOST_TOLD = 20;

/** How many objects a finding is about. */
export function membersOf({ members }: GroupFinding): number {
  return members?.length ?? 1;
}

/** The same about each of its VMs. */
export function findingOfEach({ members, ...finding }: GroupFinding): readonly Finding[] {
  return members === undefined ? [finding] : members.map((object) => ({ ...finding, object }));
}

/** The same about the first of its VMs, where they are many. */
export function foldedGroup(finding: GroupFinding): readonly Finding[] {
  const { members = [], ...first } = finding;
  return members.length > MOST_TOLD ? [{ ...first, more: members.length - 1 }] : findingOfEach(finding);
}
