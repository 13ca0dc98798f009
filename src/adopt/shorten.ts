import { isMap } from '../kube/object';
import { withClasses } from '../model/classes';
import { itemName } from '../model/object-steps';
import { type IssuePath, shapeIssues } from '../model/read/shape-issues';
import { isSame } from '../model/rows/row';
import { MOST_REPLICAS } from '../model/virtual-machine';
import { restOver, type VmKeys } from './alike';
import { classParts } from './class-parts';

/** A list of VMs, said in fewer lines. */
interface ShortVms {
  readonly classes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly entries: readonly VmEntry[];
}

/** How many rounds the shapes of classes are corrected; what is wrong then is said without them. */
const MOST_ROUNDS = 8;

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

/** VMs and the classes that they take over. */
class Classed {
  private readonly parts: Map<string, Readonly<Record<string, unknown>>>;
  /** Positions of VMs that are said without a class. */
  private readonly alone = new Set<number>();
  /** What a VM says itself, although a class does too: the shape of its keys asks for it. */
  private readonly repeated = new Map<number, NamedPath[]>();
  /** By the position of a VM, in the order in which they are laid over each other. */
  private readonly classesOf = new Map<number, string[]>();

  constructor(private readonly vms: readonly VmKeys[]) {
    const found = vms.length > 1 ? classParts(vms) : [];
    this.parts = new Map(found.map(({ name, part }) => [name, part]));
    for (const { name, members } of found) {
      for (const i of members) {
        this.classesOf.set(i, [...(this.classesOf.get(i) ?? []), name]);
      }
    }
  }

  /** The classes and the entries as a platform says them. */
  public said(): { classes: Record<string, Readonly<Record<string, unknown>>>; entries: VmKeys[] } {
    const classes = Object.fromEntries([...this.parts].filter(([, part]) => Object.keys(part).length > 0));
    const entries = this.vms.map((vm, i) => {
      const names = (this.classesOf.get(i) ?? []).filter((name) => Object.hasOwn(classes, name));
      return names.length === 0 || this.alone.has(i) ? vm : this.entryOf(vm, i, names, classes);
    });
    const used = new Set(entries.flatMap((entry) => [entry.class].flat()));
    return { classes: Object.fromEntries(Object.entries(classes).filter(([name]) => used.has(name))), entries };
  }

  private entryOf(
    vm: VmKeys,
    i: number,
    names: readonly string[],
    classes: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ): VmKeys {
    const taken = { class: names.length === 1 ? names[0] : names };
    const { entry: inherited } = withClasses(taken, classes);
    const rest = restOver(inherited, vm);
    const own = (this.repeated.get(i) ?? []).reduce<unknown>((keys, path) => withAgain(keys, vm, path), rest ?? {});
    const keys = { name: vm.name, ...taken, ...(own as Readonly<Record<string, unknown>>) };
    const { entry: again, findings } = withClasses(keys, classes);
    return findings.length === 0 && isSame(again, vm) ? keys : vm;
  }

  /** Takes out of classes, or says again in entries, what the reader asks for. */
  public correct(issues: readonly IssuePath[], entries: readonly VmKeys[]): void {
    for (const [key, of, ...path] of issues) {
      if (key === 'classes') {
        this.complete(String(of), path);
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

  /** A class says what is missing in it too where all of its members have it; else it goes without the part in which it is missing. */
  private complete(name: string, path: IssuePath): void {
    const part = this.parts.get(name);
    if (part === undefined) {
      return;
    }
    const named = namedPath(part, path);
    const members = this.vms.filter((_, i) => this.classesOf.get(i)?.includes(name) === true);
    const [first, ...others] = members.map((vm) => valueAtNamed(vm, named));
    const isShared = first !== undefined && others.every((other) => isSame(first, other));
    const again = isShared ? withAgain(part, members[0], named) : part;
    const at = path.length > 1 ? path.slice(0, -1) : path;
    this.parts.set(name, (isSame(again, part) ? withoutPart(part, at) : again) as Readonly<Record<string, unknown>>);
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

/** What is at a path. */
function valueAtNamed(value: unknown, path: NamedPath): unknown {
  return path.reduce<unknown>((at, step) => {
    if (typeof step === 'string') {
      return isMap(at) ? at[step] : undefined;
    }
    return Array.isArray(at) ? at.find((item) => itemName(item) === step.item) : undefined;
  }, value);
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

/** An entry of the list of VMs, and the VMs that it stands for, by their positions. */
interface VmEntry {
  readonly keys: VmKeys;
  readonly of: readonly number[];
}

/** VMs that differ in nothing but a number at the end of their names, from 1 on, become one entry each. */
function joinReplicas(vms: readonly VmKeys[]): VmEntry[] {
  const families = new Map<string, number[]>();
  for (const [i, { name, ...rest }] of vms.entries()) {
    const [, prefix] = /^(.+)-[1-9]\d*$/.exec(name) ?? [];
    if (prefix !== undefined) {
      const key = `${prefix}\0${JSON.stringify(rest)}`;
      families.set(key, [...(families.get(key) ?? []), i]);
    }
  }
  const joined = new Map<number, VmEntry | undefined>();
  for (const [key, of] of families) {
    const [prefix = ''] = key.split('\0');
    const numbers = new Set(of.map((i) => Number(vms[i]!.name.slice(prefix.length + 1))));
    const isWhole = of.length > 1 && numbers.size === of.length && of.length <= MOST_REPLICAS;
    if (isWhole && of.every((_, i) => numbers.has(i + 1))) {
      const { name: _, ...rest } = vms[of[0]!]!;
      for (const i of of) {
        joined.set(i, undefined);
      }
      joined.set(of[0]!, { keys: { name: prefix, replicas: of.length, ...rest }, of });
    }
  }
  return vms.flatMap((keys, i): VmEntry[] => {
    const entry = joined.get(i);
    return entry !== undefined ? [entry] : joined.has(i) ? [] : [{ keys, of: [i] }];
  });
}
