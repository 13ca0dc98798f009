/** How much a finding matters: an error stops `synth`, a warning does not, an info only tells. */
export type Severity = 'error' | 'warning' | 'info';

/** The Kubernetes object that a finding speaks of. */
export interface FindingObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** A place in a file of the user's. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * One thing that polyvirt has to say.
 *
 * Rules return findings and never throw; the source that read the user's file joins the place later.
 */
export interface Finding extends Partial<Place> {
  /** Stable, listed in `docs/findings/`. */
  readonly code: string;
  readonly severity: Severity;
  /** Absent where there is no object yet, as for an app that does not start. */
  readonly object?: FindingObject;
  /** Where in the user's own words: a path in the declaration, or in the object where there is no declaration. */
  readonly path?: string;
  /** What is the matter, with the value. */
  readonly what: string;
  /** Why it matters on a cluster. */
  readonly why: string;
  /** What to do. */
  readonly fix: string;
  /** Where the fact behind it was read. */
  readonly source?: string;
  /** How many other VMs of the same group it is true of, where it is told of the first only: for people. */
  readonly more?: number;
}

const WEIGHT: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Errors first; within one severity by object, path and code, so that two runs list them alike. */
export function compareFindings(a: Finding, b: Finding): number {
  return WEIGHT[a.severity] - WEIGHT[b.severity] || compareText(sortKey(a), sortKey(b));
}

/** Whether any of these stops a synth. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === 'error');
}

function sortKey(finding: Finding): string {
  const { object } = finding;
  return [
    finding.file ?? '',
    String(finding.line ?? 0).padStart(9, '0'),
    object?.kind ?? '',
    object?.namespace ?? '',
    object?.name ?? '',
    finding.path ?? '',
    finding.code,
    finding.what,
  ].join('\0');
}

/** By code unit, not by locale: the order must be the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

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
