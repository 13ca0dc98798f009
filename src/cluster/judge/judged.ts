import type { Finding, FindingObject } from '../../findings/finding';
import { type NotJudged, notJudged } from '../../findings/not-judged';
import type { FindingsPolicy } from '../../findings/policy';
import { groupOf, PerKind } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { CLUSTER_API } from '../../machines/view';
import type { CustomKinds } from '../../schema/custom-validator';
import { versionsOf } from '../../schema/tables';
import { isKnownKind } from '../../schema/validate';
import { makesGuests } from '../instance-of';

/** How a platform, or files, are judged. */
export interface JudgeOptions {
  /** On top of what platforms decide. */
  readonly policy: FindingsPolicy;
  readonly today: string;
  /** Whether objects are wanted by their names, not only by their number. */
  readonly named?: boolean;
  /** Whether what is wrong with many VMs of one group is told once, as people read it. */
  readonly foldsGroups?: boolean;
  /** How far it is, where a terminal shows it. */
  readonly progress: (done: number, total: number | undefined) => void;
}

/** What objects come to. Nothing of it leads back to the objects, so that those of one cluster can go before the next. */
export interface Judged {
  /** How many there are. */
  readonly objects: number;
  /** The same by name, where that is wanted. */
  readonly names: readonly FindingObject[];
  /** How many of them are of kinds that no rule is about. */
  readonly unjudged: number;
  readonly findings: readonly Finding[];
  /** What objects may come from and was not judged. */
  readonly notJudged: readonly NotJudged[];
  /** Objects that a platform among the files writes, which were judged with it. */
  readonly written: number;
}

/** Everything together. */
export function mergeJudged(parts: readonly Judged[]): Judged {
  const sum = (key: 'objects' | 'unjudged' | 'written') => parts.reduce((total, part) => total + part[key], 0);
  return {
    objects: sum('objects'),
    names: parts.flatMap(({ names }) => names),
    unjudged: sum('unjudged'),
    findings: parts.flatMap(({ findings }) => findings),
    notJudged: mergeKinds(parts.flatMap((part) => part.notJudged)),
    written: sum('written'),
  };
}

/** Adds what was counted of kinds. */
export function addKinds(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [kind, count] of counts) {
    sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
}

/** Kinds that no rule is about, as they are told. */
export function notJudgedKinds(kinds: ReadonlyMap<string, number>): Pick<Judged, 'unjudged' | 'notJudged'> {
  return {
    unjudged: [...kinds.values()].reduce((sum, count) => sum + count, 0),
    notJudged: [...kinds]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, count]) => notJudged('kind', kind, { count })),
  };
}

/** A kind is told once, however many clusters have objects of it. */
function mergeKinds(items: readonly NotJudged[]): NotJudged[] {
  const sums = new Map<string, number>();
  for (const { sort, name, count = 0 } of items) {
    if (sort === 'kind') {
      addKinds(sums, new Map([[name, count]]));
    }
  }
  return [...items.filter(({ sort }) => sort !== 'kind'), ...notJudgedKinds(sums).notJudged];
}

/** No objects at all. */
export const NOTHING: Judged = { objects: 0, names: [], unjudged: 0, findings: [], notJudged: [], written: 0 };

/** Kinds that no rule is about, as `v1 Service`, and how many objects are of each: only name and identity of them are judged. */
export function unjudgedKinds(objects: readonly KubeObject[], crds: CustomKinds | undefined): Map<string, number> {
  const isJudged = new PerKind((object) => isJudgedKind(object, crds));
  const counts = new Map<string, number>();
  for (const object of objects) {
    if (!isJudged.of(object)) {
      const kind = `${object.apiVersion} ${object.kind}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return counts;
}

function isJudgedKind(object: KubeObject, crds: CustomKinds | undefined): boolean {
  const { apiVersion, kind } = object;
  return (
    isKnownKind(apiVersion, kind) ||
    makesGuests(object) ||
    (kind === 'MachineDeployment' && ['cluster.k8s.io', CLUSTER_API].includes(groupOf(apiVersion))) ||
    (crds !== undefined && versionsOf(crds, groupOf(apiVersion), kind).length > 0)
  );
}
