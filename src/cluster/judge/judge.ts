import { annotateForSync } from '../../argocd/waves';
import {
  compareFindings,
  type Finding,
  type FindingObject,
  findingOfEach,
  foldedGroup,
  type GroupFinding,
  hasErrors,
  membersOf,
} from '../../findings/finding';
import { applyPolicy, checkPolicy, type FindingsPolicy, type PlacedAllowance } from '../../findings/policy';
import { findingObject } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { declaredPath } from '../../model/declared-path';
import type { Cluster, ClusterObject } from '../cluster';
import { orderObjects } from '../order';
import { checkNamesAcross, type PoolNames, poolNamesOf } from '../shared-names';
import { applyRules } from './apply-rules';

/** How a cluster is judged. */
export interface Judging {
  /** The day by which allowances are judged. */
  readonly today: string;
  /** On top of the policy of the cluster itself. */
  readonly policy?: FindingsPolicy;
  /** What is wrong with it because of other clusters. */
  readonly shared?: readonly Finding[];
  /** What is wrong with how its source is written, which may be why something is missing. */
  readonly mistakes?: readonly Finding[];
  /**
   * Whether to tell what the objects refer to and something else has to bring.
   *
   * @default true
   */
  readonly tellsMissing?: boolean;
  /**
   * Which allowances that nothing needs are told: where only a part of the objects is at hand, others may need them.
   *
   * @default 'all'
   */
  readonly unused?: 'all' | 'of objects' | 'none';
  /**
   * Whether what is wrong with many VMs of one group is told at the first of them, with their number.
   *
   * @default false - at each of them
   */
  readonly foldsGroups?: boolean | undefined;
}

/** What a cluster comes to. */
interface JudgedCluster {
  /** Its objects, in the order in which they are applied. */
  readonly objects: readonly KubeObject[];
  readonly findings: readonly Finding[];
  /** What the other clusters have to know of it. */
  readonly pools: PoolNames;
}

/** What something else than these objects has to bring: Secrets, instance types, preferences. */
const MISSING = ['PV112', 'PV805'];
const UNUSED = 'PV037';

/** The one pipeline: rules → allowances → policy → folding → places. */
export function judge(cluster: Cluster, judging: Judging): JudgedCluster {
  const { today, shared = [], mistakes = [], tellsMissing = true, unused = 'all' } = judging;
  const arranged = arrange(cluster);
  const isEmpty = cluster.isPlatform && cluster.objects.length === 0 && !hasErrors([...cluster.findings, ...mistakes]);
  const found: readonly GroupFinding[] = [
    ...cluster.findings,
    ...(isEmpty ? [empty(cluster)] : []),
    ...arranged.findings,
    ...shared,
    ...(cluster.asked?.() ?? applyRules(cluster)).filter(({ code }) => tellsMissing || !MISSING.includes(code)),
  ];
  const own = allowancesOf(arranged.objects);
  const declared = cluster.policy.allow ?? [];
  const policy = {
    severity: { ...cluster.policy.severity, ...judging.policy?.severity },
    allow: [
      ...(unused === 'all' ? declared : neededBy(declared, found)),
      ...(judging.policy?.allow ?? []),
      ...own.allowances,
    ],
  };
  const kept = applyPolicy(found, policy, today).filter(({ code }) => unused !== 'none' || code !== UNUSED);
  const told = foldFindings(kept).flatMap(judging.foldsGroups === true ? foldedGroup : findingOfEach);
  return {
    objects: arranged.objects,
    findings: locate([...told, ...own.findings], cluster),
    pools: poolNamesOf({ ...nameOf(cluster), ...cluster, objects: arranged.objects }),
  };
}

/** All clusters of a source, with what there is to say because of each other, and of none at all. */
export function judgeAll(
  clusters: readonly Cluster[],
  findings: readonly Finding[],
  judging: Judging,
): { readonly judged: readonly (JudgedCluster & { readonly name: string })[]; readonly findings: readonly Finding[] } {
  const inOrder = [...clusters].sort((a, b) => (a.name < b.name ? -1 : 1));
  const alone = inOrder.map((cluster) => judge(cluster, { ...judging, mistakes: findings }));
  const judged = checkNamesAcross(alone.map(({ pools }) => pools)).map((shared, i) =>
    shared.length === 0 ? alone[i]! : judge(inOrder[i]!, { ...judging, mistakes: findings, shared }),
  );
  return {
    judged: judged.map((each, i) => ({ ...each, name: inOrder[i]!.name })),
    findings: [...findings, ...checkAnything(inOrder, findings), ...judged.flatMap((each) => each.findings)].sort(
      compareFindings,
    ),
  };
}

/** Nothing at all is a mistake, unless another one is the reason. */
export function checkAnything(
  clusters: readonly { readonly isPlatform: boolean; readonly objects: { readonly length: number } }[],
  findings: readonly Finding[],
): Finding[] {
  const isNothing = clusters.every(({ objects, isPlatform }) => objects.length === 0 && !isPlatform);
  return isNothing && !hasErrors(findings) ? [NO_CLUSTER] : [];
}

function nameOf({ name }: Cluster): { readonly name?: string } {
  return name === '' ? {} : { name };
}

/** Allowances of a platform may be about objects that are not at hand: that one is unused here means nothing. */
function neededBy(
  allow: NonNullable<FindingsPolicy['allow']>,
  findings: readonly Finding[],
): NonNullable<FindingsPolicy['allow']> {
  const codes = new Set(findings.map(({ code }) => code));
  return allow.filter(({ code }) => codes.has(code));
}

/** Objects in the order in which they are applied, with what Argo CD is told about that. */
function arrange(cluster: Cluster): { readonly objects: readonly KubeObject[]; readonly findings: readonly Finding[] } {
  const { objects, dependencies, argocd, target } = cluster;
  if (dependencies === undefined) {
    return { objects: objects.map(({ object }) => object), findings: [] };
  }
  const ordered = orderObjects(objects, dependencies);
  const sorted = 'cycle' in ordered ? objects : ordered.objects;
  return {
    objects:
      argocd === undefined ? sorted.map(({ object }) => object) : annotateForSync(sorted, dependencies, argocd, target),
    findings: 'cycle' in ordered ? [circular(ordered.cycle, cluster)] : [],
  };
}

/** Joins the places of what the objects came from; what is about no object is about the cluster itself. */
function locate(findings: readonly Finding[], { path, objects, placeOf }: Cluster): Finding[] {
  if (findings.length === 0) {
    return [];
  }
  const byObject = new Map(objects.map((made) => [findingObject(made.object), made]));
  let byText: Map<string, ClusterObject> | undefined;
  const makerOf = (object: FindingObject): ClusterObject | undefined => {
    // Findings of a program come as text, and not with the very value that rules use.
    byText ??= new Map(objects.map((made) => [JSON.stringify(findingObject(made.object)), made]));
    return byObject.get(object) ?? byText.get(JSON.stringify(object));
  };
  return findings.map((finding) => {
    if (finding.file !== undefined) {
      return finding;
    }
    const made = finding.object === undefined ? undefined : makerOf(finding.object);
    return made === undefined
      ? { ...finding, ...placeOf(partOf(path, finding)) }
      : { ...withProp(finding, made), ...placeOf(made.owner, finding, made) };
  });
}

/** What a finding about the platform itself is about, as deep as its path says: `findings.allow[1]`. */
function partOf(path: string, finding: Finding): string {
  return [path, ...(finding.path?.match(/[^.[\]]+/g) ?? [])].join('/');
}

/** A finding about the object of one of our constructs, by the prop that says it. */
function withProp(finding: Finding, { path, owner, object }: ClusterObject): Finding {
  const isOurs = path.startsWith(`${owner}/`) && path.endsWith('/Resource') && finding.path !== undefined;
  const prop = isOurs ? declaredPath(finding, object) : undefined;
  return prop === undefined ? finding : { ...finding, path: prop };
}

const NO_CLUSTER: Finding = {
  code: 'PV016',
  severity: 'error',
  what: 'there is no platform and no chart',
  why: 'Empty output, applied with pruning, deletes everything that was there before',
  fix: 'add a platform with objects',
};

function empty({ name, path, placeOf }: Cluster): Finding {
  return {
    code: 'PV016',
    severity: 'error',
    ...placeOf(path),
    what: `${name} has no objects`,
    why: 'Empty output, applied with pruning, deletes everything that was there before',
    fix: 'add objects to it, or remove it',
  };
}

function circular(cycle: readonly string[], { placeOf }: Cluster): Finding {
  return {
    code: 'PV803',
    severity: 'error',
    ...placeOf(cycle[0] ?? ''),
    what: `these depend on each other: ${cycle.join(' → ')}`,
    why: 'No order of applying them satisfies all dependencies',
    fix: 'remove one of the calls of addDependency() between them',
  };
}

/** `PV107 until 2027-01-31: the pool is ordered`, one per line. */
const ALLOW_ANNOTATION = 'polyvirt.io/allow';

const PATH = `metadata.annotations["${ALLOW_ANNOTATION}"]`;
const ALLOWANCE = /^(PV\d{3}) until (\S+): (.+)$/;

/** What the objects themselves allow, and what is wrong with how they say it. */
interface ObjectAllowances {
  readonly allowances: readonly PlacedAllowance[];
  readonly findings: readonly Finding[];
}

/** Reads the allowances that objects carry. Each holds for its own object only. */
function allowancesOf(objects: readonly KubeObject[]): ObjectAllowances {
  const allowances: PlacedAllowance[] = [];
  const findings: Finding[] = [];
  for (const object of objects) {
    const written = object.metadata?.annotations?.[ALLOW_ANNOTATION];
    if (typeof written !== 'string') {
      continue;
    }
    const subject = findingObject(object);
    for (const line of written.split('\n').filter((each) => each.trim() !== '')) {
      const [, code, until, reason] = ALLOWANCE.exec(line.trim()) ?? [];
      const allowance = { code: code ?? '', until: until ?? '', reason: reason ?? '', subject, path: PATH };
      const [problem] = code === undefined ? [malformed(line)] : checkPolicy({ allow: [allowance] });
      if (problem === undefined) {
        allowances.push(allowance);
      } else {
        findings.push({ ...problem, object: subject, path: PATH });
      }
    }
  }
  return { allowances, findings };
}

function malformed(line: string): Finding {
  return {
    code: 'PV038',
    severity: 'error',
    what: `"${line.trim()}" is not an allowance`,
    why: 'The finding that it should allow is still reported',
    fix: 'write a code, a last day and a reason, as in PV107 until 2027-01-31: the pool is ordered',
  };
}

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
