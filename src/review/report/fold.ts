import { groupOf } from '../../kube/identity';
import { EFFECT_SEVERITIES } from '../effects/effect';
import type { ReviewedChange } from '../result';

/** Changes that do the same: of one object in many clusters, of many objects alike, or both. Values may differ. */
export interface ChangeGroup {
  /** One of them, to be shown for all. */
  readonly first: ReviewedChange;
  /** All of them. */
  readonly members: readonly ReviewedChange[];
  /** All of them, by their place in the list. */
  readonly changes: readonly number[];
  /** Names of the objects, each once; where there are several clusters, the name of each in them is `<cluster>`. */
  readonly names: readonly string[];
  /** Names of the clusters, where they have some. */
  readonly clusters: readonly string[];
  /** In how many places they were made: lines of files, or constructs. */
  readonly places: number;
}

/** Changes that do the same to the same fields, told once: the worst first, VMs before what is around them. */
export function foldChanges(changes: readonly ReviewedChange[]): ChangeGroup[] {
  const groups = new Map<string, number[]>();
  changes.forEach((change, i) => {
    const key = masked(keyOf(change), change);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [i]);
    } else {
      group.push(i);
    }
  });
  return [...groups.values()]
    .map((places) => groupOfChanges(places, changes))
    .sort((a, b) => severityRank(b) - severityRank(a) || Number(isVm(b)) - Number(isVm(a)));
}

function groupOfChanges(places: readonly number[], changes: readonly ReviewedChange[]): ChangeGroup {
  const members = places.map((i) => changes[i]!);
  const clusters = [...new Set(members.flatMap(({ cluster }) => cluster ?? []))];
  const names = members.map((change) => {
    // Who was deleted is looked for by the old name.
    const name = change.from === undefined ? nameOf(change) : `${nameOf({ object: change.from })} → ${nameOf(change)}`;
    return clusters.length > 1 ? maskedCluster(name, change) : name;
  });
  return {
    first: members[0]!,
    members,
    changes: places,
    names: [...new Set(names)],
    clusters,
    places: new Set(members.flatMap(({ origin }) => (origin === undefined ? [] : [JSON.stringify(origin)]))).size,
  };
}

function severityRank({ first }: ChangeGroup): number {
  return EFFECT_SEVERITIES.indexOf(first.severity);
}

function isVm({ first }: ChangeGroup): boolean {
  return first.object.kind === 'VirtualMachine';
}

/** `shop/web`. */
export function nameOf({ object }: Pick<ReviewedChange, 'object'>): string {
  return [object.namespace, object.name].filter(Boolean).join('/');
}

/** All that is told of a change, but for whom it is about, and which values: one of a group speaks for the others. */
function keyOf({ object, change, effect, severity, text, otherwise, fields, ifRunning }: ReviewedChange): string {
  const told = fields.map(({ path, before, after, hidden, effect: of, text: what }) => [
    ...[path, before === undefined, after === undefined, hidden],
    ...[of, what],
  ]);
  const said = [effect, severity, text, otherwise, ifRunning];
  return JSON.stringify([groupOf(object.apiVersion), object.kind, change, ...said, told]);
}

/** Of whom a text is. */
interface Told {
  readonly cluster?: string | undefined;
  readonly object?: { readonly name: string };
  readonly from?: { readonly name: string };
}

/** Fleets name things after their clusters, and disks after their VMs: that is no difference. */
export function masked(text: string, told: Told): string {
  const words = [
    [told.from?.name, '<old name>'],
    [told.object?.name, '<name>'],
  ] as const;
  return words.reduce(
    (plain, [name = '', word]) => {
      const own = maskedCluster(name, told);
      return isTelling(own) ? plain.replace(wholeWord(own), word) : plain;
    },
    maskedCluster(text, told),
  );
}

/** The same of clusters only. */
export function maskedCluster(text: string, { cluster = '' }: Pick<Told, 'cluster'>): string {
  return isTelling(cluster) ? text.replace(wholeWord(cluster), '<cluster>') : text;
}

/** Shorter names are found in words that are not about them; longer ones no API server takes, nor a regular expression. */
const isTelling = ({ length }: string): boolean => length >= 3 && length <= 253;

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![A-Za-z0-9])`, 'g');
}
