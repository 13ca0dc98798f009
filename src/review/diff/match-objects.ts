import { identityKey, identityOf, nameOf } from '../../kube/identity';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { kindName } from './field-cursor';

/** Two states of one object, or the only one that there is. Both have another name where it was renamed. */
export type ObjectPair<T> =
  | { readonly change: 'added'; readonly after: T }
  | { readonly change: 'removed'; readonly before: T }
  | { readonly change: 'modified' | 'renamed'; readonly before: T; readonly after: T };

/** Something that holds an object. */
interface ObjectHolder {
  readonly object: KubeObject;
}

/** Finds for every object of one side its state on the other: by identity, else by likeness. */
export function matchObjects<T extends ObjectHolder>(before: readonly T[], after: readonly T[]): ObjectPair<T>[] {
  const pairs: ObjectPair<T>[] = [];
  const old = queues(before);
  const added: T[] = [];
  for (const holder of after) {
    const found = old.get(keyOf(holder))?.shift();
    if (found === undefined) {
      added.push(holder);
    } else {
      pairs.push({ change: 'modified', before: found, after: holder });
    }
  }
  const removed = [...old.values()].flat();
  const renamed = renames(removed, added);
  const [gone, came] = [new Set(renamed.map((pair) => pair.before)), new Set(renamed.map((pair) => pair.after))];
  return [
    ...pairs,
    ...renamed,
    ...removed.filter((holder) => !gone.has(holder)).map((holder) => ({ change: 'removed' as const, before: holder })),
    ...added.filter((holder) => !came.has(holder)).map((holder) => ({ change: 'added' as const, after: holder })),
  ];
}

function keyOf({ object }: ObjectHolder): string {
  return identityKey(identityOf(object));
}

/** By identity; two of one identity are taken in the order in which they are written. */
function queues<T extends ObjectHolder>(holders: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const holder of holders) {
    const key = keyOf(holder);
    const queue = found.get(key);
    if (queue === undefined) {
      found.set(key, [holder]);
    } else {
      queue.push(holder);
    }
  }
  return found;
}

interface MatchCandidate<T> {
  readonly before: T;
  readonly after: T;
  readonly score: number;
  /** How much the names have in common, where the objects have as much. */
  readonly names: number;
}

type Renamed<T> = Extract<ObjectPair<T>, { change: 'modified' | 'renamed' }>;

/** What went and came under another name, the most alike first. Of one kind only: a kind does not change. */
function renames<T extends ObjectHolder>(removed: readonly T[], added: readonly T[]): Renamed<T>[] {
  const byKind = groupBy(added);
  const candidates: MatchCandidate<T>[] = [];
  for (const [kind, olds] of groupBy(removed)) {
    const news = byKind.get(kind) ?? [];
    if (olds.length * news.length > MOST_PAIRS) {
      continue;
    }
    const leaves = new Map([...olds, ...news].map((holder) => [holder, leavesOf(holder.object)]));
    for (const before of olds) {
      for (const after of news) {
        const score = similarity(leaves.get(before)!, leaves.get(after)!);
        if (score >= ALIKE) {
          candidates.push({ before, after, score, names: commonLength(before.object, after.object) });
        }
      }
    }
  }
  const taken = new Set<T>();
  return candidates
    .sort((a, b) => b.score - a.score || b.names - a.names || compare(nameKey(a), nameKey(b)))
    .flatMap(({ before, after }) => {
      if (taken.has(before) || taken.has(after)) {
        return [];
      }
      taken.add(before).add(after);
      return [{ change: 'renamed' as const, before, after }];
    });
}

/** A new prefix or suffix leaves all of a name, another word at its end what is before that. */
function commonLength(before: KubeObject, after: KubeObject): number {
  const [a, b] = [nameOf(before) ?? '', nameOf(after) ?? ''];
  if (a.includes(b) || b.includes(a)) {
    return Math.min(a.length, b.length);
  }
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return at === -1 ? a.length : at;
}

function groupBy<T extends ObjectHolder>(holders: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const holder of holders) {
    const kind = kindName(holder.object);
    const group = groups.get(kind);
    if (group === undefined) {
      groups.set(kind, [holder]);
    } else {
      group.push(holder);
    }
  }
  return groups;
}

function nameKey<T extends ObjectHolder>({ before, after }: MatchCandidate<T>): string {
  return `${nameOf(before.object) ?? ''}\0${nameOf(after.object) ?? ''}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Two objects with as much in common are one that got another name. */
const ALIKE = 0.7;

/** More pairs than these are not compared: then what went and what came are told apart. */
const MOST_PAIRS = 250_000;

/** Longer ones no API server takes, and no regular expression much longer ones. */
const LONGEST_NAME = 253;

/** The leaves of an object, without its name: `path=value`. Its own name in other values counts as no difference. */
function leavesOf(object: KubeObject): ReadonlySet<string> {
  const leaves = new Set<string>();
  const name = nameOf(object);
  const isName = name !== undefined && name.length <= LONGEST_NAME;
  // As a word of its own: a VM called `a` is not in every text that has an a.
  const ownName = !isName ? undefined : new RegExp(`(?<![A-Za-z0-9])${escaped(name)}(?![A-Za-z0-9])`, 'g');
  const collect = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      // The place in a list says little: an item that moved is the same.
      value.forEach((item) => {
        collect(item, `${path}[]`);
      });
    } else if (isMap(value)) {
      for (const key of Object.keys(value)) {
        collect(value[key], `${path}.${key}`);
      }
    } else {
      leaves.add(`${path}=${ownName === undefined ? asText(value) : asText(value).replace(ownName, '\0')}`);
    }
  };
  for (const [key, value] of Object.entries(object)) {
    if (key === 'metadata') {
      const { labels, annotations }: Readonly<Record<string, unknown>> = isMap(value) ? value : {};
      collect(labels, 'labels');
      collect(annotations, 'annotations');
    } else if (key !== 'status') {
      collect(value, key);
    }
  }
  return leaves;
}

/** How much of both is in common: from 0 for nothing to 1 for all. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const leaf of small) {
    if (large.has(leaf)) {
      common++;
    }
  }
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
