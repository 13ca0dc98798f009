import { isMap } from '../kube/object';
import { isSame } from '../model/rows/row';
import { commonPart, holdsName, leavesOf, restOver, sizeOf, type VmKeys } from './alike';

/** What some VMs share. */
interface ClassPart {
  readonly name: string;
  /** Positions of the VMs that take it over. */
  readonly members: readonly number[];
  readonly part: Readonly<Record<string, unknown>>;
}

/** Fewer values than these are quicker read where they are than looked up in a class. */
const SMALLEST_PART = 3;

/** Fewer lines than these are not worth a name. */
const SMALLEST_SAVING = 8;

/** A VM that takes over more classes than these is hard to read. */
const MOST_PER_VM = 4;

/** More classes than these are not read as a whole any more. */
const MOST_CLASSES = 60;

/** The class that all VMs take over. */
const ALL = 'common';

/**
 * Finds classes: again and again the part that, said once, spares the most lines. What belongs to one of them is not looked at again
 * for its members, so that the classes of a VM do not overlap.
 */
export function classParts(vms: readonly VmKeys[], parting: Parting = DEEP): ClassPart[] {
  const rests: (VmKeys | Readonly<Record<string, unknown>>)[] = [...vms];
  const taken = new Set<string>();
  const counts = vms.map(() => 0);
  const found: ClassPart[] = [];
  const refused = new Set<string>();
  while (found.length < MOST_CLASSES) {
    const members = bestMembers(sharingsOf(rests, vms, counts, parting), refused);
    if (members === undefined) {
      break;
    }
    const part = parting.shared(members.map((i) => rests[i]!));
    if (sizeOf(part) < SMALLEST_PART) {
      refused.add(members.join());
      continue;
    }
    const name = nameOf(members, part, vms, taken);
    found.push({ name, members, part });
    for (const i of members) {
      rests[i] = parting.rest(part, rests[i]!);
      counts[i] = counts[i]! + 1;
    }
  }
  return found;
}

type Part = Readonly<Record<string, unknown>>;

/** How far below the keys of a VM something can be shared. */
interface Parting {
  readonly leaves: (vm: Part) => readonly (readonly [path: string, value: string])[];
  readonly shared: (vms: readonly Part[]) => Part;
  readonly rest: (part: Part, vm: Part) => Part;
}

/** Maps and named items of lists are laid over each other, as classes of a platform file are. */
const DEEP: Parting = {
  leaves: leavesOf,
  shared: sharedPart,
  rest: (part, vm) => {
    const rest = restOver(part, vm);
    return isMap(rest) ? rest : {};
  },
};

/** Whole keys, as a program spreads them. */
export const WHOLE_KEYS: Parting = {
  leaves: (vm) =>
    Object.entries(vm).map(([key, value]) => [`.${key}`, `${JSON.stringify(value)}${'\n'.repeat(sizeOf(value) - 1)}`]),
  shared: ([first = {}, ...others]) =>
    Object.fromEntries(
      Object.entries(first).filter(([key, value]) => key !== 'name' && others.every((vm) => isSame(vm[key], value))),
    ),
  rest: (part, vm) => Object.fromEntries(Object.entries(vm).filter(([key]) => !Object.hasOwn(part, key))),
};

/** VMs that share something, and how many lines that is. */
interface Sharing {
  readonly members: readonly number[];
  readonly lines: number;
}

/** The VMs whose shared part spares the most lines; nothing where none is worth it. */
function bestMembers(sharings: readonly Sharing[], refused: ReadonlySet<string>): readonly number[] | undefined {
  const promising = [...sharings]
    .sort((a, b) => b.lines * b.members.length - a.lines * a.members.length)
    .slice(0, CANDIDATES);
  let best: { readonly members: readonly number[]; readonly saved: number } | undefined;
  for (const { members } of promising) {
    const lines = sharings.reduce((sum, other) => sum + (includesAll(other.members, members) ? other.lines : 0), 0);
    const saved = lines * (members.length - 1);
    if (saved >= SMALLEST_SAVING && saved > (best?.saved ?? 0) && !refused.has(members.join())) {
      best = { members, saved };
    }
  }
  return best?.members;
}

/** So many sets of VMs are weighed against each other in each round. */
const CANDIDATES = 80;

/** By each set of VMs that have some values in common, how many lines these are. */
function sharingsOf(
  rests: readonly Readonly<Record<string, unknown>>[],
  vms: readonly VmKeys[],
  counts: readonly number[],
  { leaves }: Parting,
): Sharing[] {
  const byLeaf = new Map<string, number[]>();
  for (const [i, rest] of rests.entries()) {
    if (counts[i]! < MOST_PER_VM) {
      for (const [path, value] of leaves(rest)) {
        if (!OWN.test(path) && !holdsName(value, vms[i]!.name)) {
          const key = `${path}\0${value}`;
          const members = byLeaf.get(key);
          if (members === undefined) {
            byLeaf.set(key, [i]);
          } else {
            members.push(i);
          }
        }
      }
    }
  }
  const sets = new Map<string, { members: readonly number[]; lines: number }>();
  for (const [key, members] of byLeaf) {
    if (members.length > 1) {
      const lines = key.split('\n').length;
      const id = members.join();
      const known = sets.get(id);
      sets.set(id, { members, lines: (known?.lines ?? 0) + lines });
    }
  }
  return [...sets.values()];
}

/** What is one VM's own, also where two have the same, and names of items, which say nothing alone. */
const OWN = /^\.name$|^\.firmware\.(uuid|serial)$|\.macAddress$|\]\.name$/;

/** Both in order. */
function includesAll(larger: readonly number[], smaller: readonly number[]): boolean {
  let at = 0;
  for (const each of larger) {
    at += each === smaller[at] ? 1 : 0;
  }
  return at === smaller.length;
}

/** What VMs share, without what is one VM's own. */
function sharedPart(vms: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const part = (commonPart(vms) ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'name') {
        return [];
      }
      if (key !== 'networks' || !Array.isArray(value)) {
        return [[key, value]];
      }
      const cards = value.filter(isMap).map(withoutAddress).filter(saysMore);
      return cards.length === 0 ? [] : [[key, cards]];
    }),
  );
}

/** An address is one VM's own, also where two have the same by mistake. */
function withoutAddress({ macAddress: _, ...card }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return card;
}

/** A name alone says nothing. */
function saysMore(item: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(item).length > 1;
}

/**
 * The words that the names of all members have, and not those of all VMs, also without their numbers: `windows` of windows10 and
 * windows2k22. Else a label that they share, their instance type, preference or architecture; else the keys of the part, where they
 * are few.
 */
function nameOf(members: readonly number[], part: Part, vms: readonly VmKeys[], taken: Set<string>): string {
  const wanted =
    members.length === vms.length
      ? ALL
      : tellingWords(members, vms, wordsOf) || tellingWords(members, vms, stemsOf) || wordOf(part) || subjectOf(part);
  let name = wanted;
  for (let i = 2; taken.has(name); i++) {
    name = `${wanted}-${i}`;
  }
  taken.add(name);
  return name;
}

function tellingWords(
  members: readonly number[],
  vms: readonly VmKeys[],
  words: (name: string) => readonly string[],
): string {
  const [first = 0, ...others] = members;
  const shared = words(vms[first]!.name).filter((word) => others.every((i) => words(vms[i]!.name).includes(word)));
  return [...new Set(shared)].filter((word) => !vms.every(({ name }) => words(name).includes(word))).join('-');
}

function wordsOf(name: string): string[] {
  return name.split(/[-.]/).filter((word) => /[a-z]/.test(word));
}

/** The letters that words begin with, where they are a word themselves. */
export function stemsOf(name: string): string[] {
  return wordsOf(name).flatMap((word) => /^[a-z]{3,}/.exec(word) ?? []);
}

/** What a part says of its VMs in one word. */
function wordOf({ labels, template, instancetype, preference, architecture }: Part): string | undefined {
  const ofTemplate = isMap(template) && isMap(template.labels) ? template.labels : {};
  const names = [instancetype, preference].map((each) => (isMap(each) ? each.name : each));
  const values = [
    ...(isMap(labels) ? Object.values(labels) : []),
    ...Object.values(ofTemplate),
    ...names,
    architecture,
  ];
  return values.find((value): value is string => typeof value === 'string' && A_WORD.test(value))?.replaceAll('.', '-');
}

/** A word that says something: neither a number nor a release nor true. */
const A_WORD = /^(?!true$|false$|yes$|no$|v?\d)[a-z][a-z0-9.-]{1,24}[a-z0-9]$/;

/** What a part is about. */
function subjectOf(part: Part): string {
  const keys = Object.keys(part).map((key) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  return keys.length > MOST_NAMED_KEYS ? 'base' : keys.join('-and-');
}

/** A name of more keys than these is too long. */
const MOST_NAMED_KEYS = 2;
