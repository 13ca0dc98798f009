import { CODES, type Code } from './codes';
import type { Finding, FindingObject, GroupFinding, Severity } from './finding';

/** What a platform decides about findings. */
export interface FindingsPolicy {
  /**
   * Another severity, by code.
   *
   * @default - each finding's own
   */
  readonly severity?: Readonly<Record<string, Severity>>;

  /**
   * Findings that are allowed for a while.
   *
   * @default - none
   */
  readonly allow?: readonly Allowance[];
}

/** A finding that is allowed: of which object, and until when. */
export interface Allowance {
  /** Its code, as `PV107`. */
  readonly code: string;
  /** `VirtualMachine/web` or `VirtualMachine/shop/web`; every object where absent. */
  readonly object?: string;
  /** The last day, as `2027-01-31`. */
  readonly until: string;
  /** Why it is allowed. */
  readonly reason: string;
}

/** An allowance that something else than a platform declares: for one object, and where that is said. */
export interface PlacedAllowance extends Allowance {
  readonly subject?: FindingObject;
  readonly path?: string;
}

/**
 * Findings after a policy: other severities, without what is allowed.
 *
 * An allowance that has run out no longer counts and says so; one that nothing needs says so too, as it would hide the
 * next mistake of its kind.
 */
export function applyPolicy(
  findings: readonly GroupFinding[],
  policy: Omit<FindingsPolicy, 'allow'> & { readonly allow?: readonly PlacedAllowance[] },
  today: string,
): GroupFinding[] {
  const allowances = policy.allow ?? [];
  const used = new Set<PlacedAllowance>();
  const matching = matcher(allowances);
  const isAllowed = (finding: Finding): boolean => {
    const covering = matching(finding);
    for (const allowance of covering) {
      used.add(allowance);
    }
    return covering.some(({ until }) => until >= today);
  };
  const codes = new Set(allowances.map(({ code }) => code));
  const kept = findings.flatMap((finding) =>
    isFirm(finding.code) || !codes.has(finding.code) ? [finding] : withoutAllowed(finding, isAllowed),
  );
  return [
    ...kept.map((finding) => ({ ...finding, severity: severityOf(finding, policy) })),
    ...allowances.flatMap((allowance, i) =>
      isSound(allowance) ? checkAllowance(allowance, i, used.has(allowance), today) : [],
    ),
  ];
}

/** Of a group, an allowance may be about some members only. */
function withoutAllowed(finding: GroupFinding, isAllowed: (finding: Finding) => boolean): GroupFinding[] {
  if (finding.members === undefined) {
    return isAllowed(finding) ? [] : [finding];
  }
  const members = finding.members.filter((object) => !isAllowed({ ...finding, object }));
  const [object] = members;
  return object === undefined ? [] : [{ ...finding, object, members }];
}

/**
 * Without these, what is written is not what was meant: input that could not be read, two objects in one place, a circle,
 * a target that is none. They cannot be allowed.
 */
function isFirm(code: string): boolean {
  return /^PV0[0-3]/.test(code) || ['PV801', 'PV803', 'PV901', 'PV902', 'PV903'].includes(code);
}

function severityOf(finding: Finding, { severity = {} }: FindingsPolicy): Severity {
  return isFirm(finding.code) || !Object.hasOwn(severity, finding.code) ? finding.severity : severity[finding.code]!;
}

/** What is wrong with a policy itself. */
export function checkPolicy({ severity = {}, allow = [] }: FindingsPolicy): Finding[] {
  return [
    ...Object.keys(severity).flatMap((code) => checkCode(code, `findings.severity.${code}`)),
    ...allow.flatMap((allowance, i) => [
      ...checkCode(allowance.code, `findings.allow[${i}].code`),
      ...(isDay(allowance.until)
        ? []
        : [unsound(`findings.allow[${i}].until`, `"${allowance.until}" is not a day`, "write it as '2027-01-31'")]),
      ...(typeof allowance.reason === 'string' && allowance.reason !== ''
        ? []
        : [unsound(`findings.allow[${i}].reason`, 'there is no reason', 'say why it is allowed')]),
    ]),
  ];
}

function isSound({ code, until }: Allowance): boolean {
  return Object.hasOwn(CODES, code) && !isFirm(code) && isDay(until);
}

function checkCode(code: string, path: string): Finding[] {
  if (!Object.hasOwn(CODES, code)) {
    return [unsound(path, `there is no finding ${code}`, 'write a code of docs/findings/README.md')];
  }
  return isFirm(code)
    ? [unsound(path, `${code} cannot be softened: ${CODES[code as Code]}`, 'correct what it is about')]
    : [];
}

function isDay(text: unknown): boolean {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function unsound(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV038',
    severity: 'error',
    path,
    what,
    why: 'A policy that does not do what it says hides mistakes, or hides nothing',
    fix,
  };
}

/**
 * Finds the allowances that cover a finding.
 *
 * By code and object: a repository may well have an allowance in each of its objects.
 */
function matcher(allowances: readonly PlacedAllowance[]): (finding: Finding) => PlacedAllowance[] {
  const index = new Map<string, PlacedAllowance[]>();
  for (const allowance of allowances) {
    const { code, object, subject } = allowance;
    const about = subject === undefined ? (object ?? EVERY) : subjectKey(subject);
    const key = `${code}\0${about}`;
    const known = index.get(key);
    if (known === undefined) {
      index.set(key, [allowance]);
    } else {
      known.push(allowance);
    }
  }
  return ({ code, object }) =>
    [EVERY, ...namesOf(object), ...(object === undefined ? [] : [subjectKey(object)])].flatMap(
      (about) => index.get(`${code}\0${about}`) ?? [],
    );
}

/** No object is called that. */
const EVERY = '';

function subjectKey({ apiVersion, kind, namespace = '', name }: FindingObject): string {
  return [apiVersion, kind, namespace, name].join('\0');
}

function namesOf(object: FindingObject | undefined): string[] {
  if (object === undefined) {
    return [];
  }
  const { kind, namespace, name } = object;
  return [`${kind}/${name}`, ...(namespace === undefined ? [] : [`${kind}/${namespace}/${name}`])];
}

function checkAllowance(allowance: PlacedAllowance, index: number, used: boolean, today: string): Finding[] {
  const path = allowance.path ?? `findings.allow[${index}]`;
  const about = allowance.subject === undefined ? {} : { object: allowance.subject };
  const subject = allowance.object === undefined ? allowance.code : `${allowance.code} of ${allowance.object}`;
  if (!used) {
    return [
      {
        code: 'PV037',
        severity: 'warning',
        ...about,
        path,
        what: `nothing needs the allowance for ${subject}`,
        why: 'It would hide the next mistake of its kind',
        fix: 'remove it',
      },
    ];
  }
  if (allowance.until >= today) {
    return [];
  }
  return [
    {
      code: 'PV036',
      severity: 'warning',
      ...about,
      path,
      what: `the allowance for ${subject} expired on ${allowance.until}`,
      why: `The finding that it allowed is reported again (reason of the allowance: ${allowance.reason})`,
      fix: 'correct what it was for, or give it a new day and reason',
    },
  ];
}
