import { isMap } from '../kube/object';
import { withClasses } from '../model/classes';
import { itemName } from '../model/object-steps';
import { type IssuePath, shapeIssues } from '../model/read/shape-issues';
import { isSame } from '../model/rows/row';
import { alikeGroups, sharedName, type VmKeys } from './alike';
import { commonPart, restOver, sizeOf } from './common-part';
import { joinReplicas, type VmEntry } from './replicas';

/** A list of VMs, said in fewer lines. */
export interface ShortVms {
  readonly classes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly entries: readonly VmEntry[];
}

/** Fewer values than these are quicker read where they are than looked up in a class. */
const SMALLEST_CLASS = 3;

/** How many rounds the shapes of classes are corrected; what is wrong then is said without them. */
const MOST_ROUNDS = 8;

/** What most VMs share, in the class that all take over. */
const BASE = 'common';

/**
 * Says VMs by classes and replicas where they are alike.
 *
 * Every entry is checked: what its classes and its own keys come to is the VM again, and the reader takes them.
 */
export function shorten(vms: readonly VmKeys[]): ShortVms {
  const replicated = joinReplicas(vms);
  const classed = new Classed(replicated.map(({ keys }) => keys));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { classes, entries } = classed.said();
    const issues = shapeIssues({ classes, virtualMachines: entries });
    if (issues.length === 0) {
      return { classes, entries: entries.map((keys, i) => ({ keys, of: replicated[i]!.of })) };
    }
    classed.correct(issues, entries);
  }
  return { classes: {}, entries: replicated };
}

interface VmClass {
  readonly name: string;
  /** Positions of the VMs that take it over. */
  readonly members: readonly number[];
  /** What its members share, without what the base says. */
  part: Readonly<Record<string, unknown>>;
}

/** VMs and the classes that they take over. */
class Classed {
  private base: Readonly<Record<string, unknown>> = {};
  private readonly classes: VmClass[];
  /** Positions of VMs that are said without a class. */
  private readonly alone = new Set<number>();
  /** What a VM says itself, although a class does too: the shape of its keys asks for it. */
  private readonly repeated = new Map<number, NamedPath[]>();
  private readonly classOf = new Map<number, string>();

  constructor(private readonly vms: readonly VmKeys[]) {
    const positions = new Map(vms.map((vm, i) => [vm, i]));
    const groups = alikeGroups(vms).map((group) => group.map((vm) => positions.get(vm)!));
    this.base = vms.length > 1 ? partOf(vms) : {};
    if (sizeOf(this.base) < SMALLEST_CLASS) {
      this.base = {};
    }
    const taken = new Set([BASE]);
    this.classes = groups.flatMap((members): VmClass[] => {
      const part = restOver(this.base, partOf(members.map((i) => vms[i]!)));
      return members.length < 2 || !isMap(part) || sizeOf(part) < SMALLEST_CLASS
        ? []
        : [
            {
              name: classNames(
                members.map((i) => vms[i]!.name),
                taken,
              ),
              members,
              part,
            },
          ];
    });
    for (const { name, members } of this.classes) {
      for (const i of members) {
        this.classOf.set(i, name);
      }
    }
  }

  /** The classes and the entries as a platform says them. */
  public said(): { classes: Record<string, Record<string, unknown>>; entries: VmKeys[] } {
    const hasBase = Object.keys(this.base).length > 0;
    const above = hasBase && this.classes.length > 0 ? { class: BASE } : {};
    const classes: Record<string, Record<string, unknown>> = {
      ...(hasBase ? { [BASE]: { ...this.base } } : {}),
      ...Object.fromEntries(this.classes.map(({ name, part }) => [name, { ...above, ...part }])),
    };
    const entries = this.vms.map((vm, i) => {
      const name = this.classOf.get(i) ?? (hasBase ? BASE : undefined);
      return name === undefined || this.alone.has(i) ? vm : this.entryOf(vm, i, name, classes);
    });
    return { classes, entries };
  }

  private entryOf(vm: VmKeys, i: number, name: string, classes: Record<string, Record<string, unknown>>): VmKeys {
    const { entry: inherited } = withClasses({ class: name }, classes);
    const rest = restOver(inherited, vm);
    const own = (this.repeated.get(i) ?? []).reduce<unknown>((keys, path) => withAgain(keys, vm, path), rest ?? {});
    const keys = { name: vm.name, class: name, ...(own as Readonly<Record<string, unknown>>) };
    const { entry: again, findings } = withClasses(keys, classes);
    return findings.length === 0 && isSame(again, vm) ? keys : vm;
  }

  /** Takes out of classes, or says again in entries, what the reader asks for. */
  public correct(issues: readonly IssuePath[], entries: readonly VmKeys[]): void {
    for (const [key, of, ...path] of issues) {
      if (key === 'classes') {
        this.leaveOut(String(of), path);
      } else if (key === 'virtualMachines' && typeof of === 'number') {
        const named = namedPath(entries[of], path);
        const known = this.repeated.get(of) ?? [];
        if (known.some((each) => isSame(each, named))) {
          this.alone.add(of);
        }
        this.repeated.set(of, [...known, named]);
      }
    }
  }

  /** A class without the map, or the item of a list, in which something is missing. */
  private leaveOut(name: string, path: IssuePath): void {
    const at = path.length > 1 ? path.slice(0, -1) : path;
    if (name === BASE) {
      this.base = withoutPart(this.base, at) as Readonly<Record<string, unknown>>;
    }
    for (const each of this.classes.filter((one) => one.name === name)) {
      each.part = withoutPart(each.part, at) as Readonly<Record<string, unknown>>;
    }
  }
}

/** Keys, and items of lists by their names. */
type NamedPath = readonly (string | { readonly item: string })[];

function namedPath(root: unknown, path: IssuePath): NamedPath {
  let value = root;
  return path.map((step) => {
    value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[step];
    return typeof step === 'number' ? { item: itemName(value) ?? '' } : step;
  });
}

/** Keys of a VM with what the VM has at a path too. */
function withAgain(keys: unknown, vm: unknown, [step, ...rest]: NamedPath): unknown {
  if (step === undefined) {
    return vm;
  }
  if (typeof step === 'string') {
    return isMap(vm) && vm[step] !== undefined
      ? { ...(isMap(keys) ? keys : {}), [step]: withAgain(isMap(keys) ? keys[step] : undefined, vm[step], rest) }
      : keys;
  }
  const twin = Array.isArray(vm) ? vm.find((item) => itemName(item) === step.item) : undefined;
  return Array.isArray(keys) && twin !== undefined
    ? keys.map((item) => (itemName(item) === step.item ? withAgain(item, twin, rest) : item))
    : keys;
}

function withoutPart(value: unknown, [step, ...rest]: IssuePath): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return rest.length === 0
      ? value.filter((_, i) => i !== step)
      : value.map((item, i) => (i === step ? withoutPart(item, rest) : item));
  }
  const entries = Object.entries(value).filter(([key]) => rest.length > 0 || key !== step);
  return Object.fromEntries(entries.map(([key, part]) => [key, key === step ? withoutPart(part, rest) : part]));
}

/** What VMs share; each has a name of its own. */
function partOf(vms: readonly VmKeys[]): Record<string, unknown> {
  const { name: _, ...part } = (commonPart(vms) ?? {}) as Record<string, unknown>;
  const cards = Array.isArray(part.networks) ? part.networks.filter(isMap).map(withoutAddress).filter(saysMore) : [];
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]): [string, unknown][] =>
      key !== 'networks' ? [[key, value]] : cards.length === 0 ? [] : [[key, cards]],
    ),
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

function classNames(names: readonly string[], taken: Set<string>): string {
  const wanted = sharedName(names) ?? 'class';
  let name = wanted;
  for (let i = 2; taken.has(name); i++) {
    name = `${wanted}-${i}`;
  }
  taken.add(name);
  return name;
}
