import { asText, isMap } from '../../kube/object';
import { alikeGroups, sizeOf, type VmKeys, withoutName } from '../alike';

/** A row with more columns than these is quicker read as a declaration of its own. */
const MOST_COLUMNS = 7;

/** A value of a VM is said at most so often, as a label of the VM and of its template. */
const REPEATED = 3;

/** Characters of a row that fit on one line. */
const ROW_WIDTH = 100;

/** Lines around the props of a VM, and around the rows of a loop. */
const FRAME = 2;

/** Scalars of a declaration that share a line, on average. */
const PER_LINE = 2;

/** Comparing every two of more groups than these takes longer than it spares. */
const MOST_GROUPS = 400;

/**
 * VMs that are declared in one loop: those of one form, as long as a row with what tells them apart is shorter than another declaration.
 *
 * Again and again the two groups are joined that spare the most lines.
 */
export function loopGroups(vms: readonly VmKeys[]): VmKeys[][] {
  const forms = new Map<string, Group[]>();
  for (const group of alikeGroups(vms)) {
    for (const [form, members] of byForm(group)) {
      forms.set(form, [...(forms.get(form) ?? []), Group.of(members)]);
    }
  }
  const order = new Map(vms.map((vm, i) => [vm, i]));
  return [...forms.values()]
    .flatMap((groups) => (groups.length > MOST_GROUPS ? groups : joined(groups)))
    .flatMap(({ members, isWorthIt }) => (isWorthIt ? [members] : members.map((vm) => [vm])))
    .map((members) => [...members].sort((a, b) => order.get(a)! - order.get(b)!))
    .sort(([a], [b]) => order.get(a!)! - order.get(b!)!);
}

function byForm(vms: readonly VmKeys[]): Map<string, Leaves[]> {
  const forms = new Map<string, Leaves[]>();
  for (const vm of vms) {
    const leaves = leavesOf(vm);
    const form = [...leaves.values.keys()].join('\n');
    forms.set(form, [...(forms.get(form) ?? []), leaves]);
  }
  return forms;
}

function joined(groups: readonly Group[]): Group[] {
  const left = [...groups];
  const savings = new Map<Group, Map<Group, number>>();
  const saving = (a: Group, b: Group) => {
    const known = savings.get(a) ?? new Map<Group, number>();
    savings.set(a, known);
    const value = known.get(b) ?? a.saving(b);
    known.set(b, value);
    return value;
  };
  for (;;) {
    let best: { readonly a: Group; readonly b: Group; readonly saved: number } | undefined;
    for (const [i, a] of left.entries()) {
      for (const b of left.slice(i + 1)) {
        const saved = saving(a, b);
        best = saved > (best?.saved ?? 0) ? { a, b, saved } : best;
      }
    }
    if (best === undefined) {
      return left;
    }
    left[left.indexOf(best.a)] = best.a.with(best.b);
    left.splice(left.indexOf(best.b), 1);
  }
}

/** Every scalar of a VM by its position, and every line of its texts; the name of the VM is taken out. */
interface Leaves {
  readonly vm: VmKeys;
  readonly values: ReadonlyMap<string, string>;
}

function leavesOf(vm: VmKeys): Leaves {
  const values = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        visit(item, `${path}[${i}]`);
      });
    } else if (isMap(value) && Object.keys(value).length > 0) {
      for (const [key, part] of Object.entries(value)) {
        visit(part, `${path}.${key}`);
      }
    } else if (typeof value === 'string') {
      for (const [i, line] of withoutName(value, vm.name).join(NAME).split('\n').entries()) {
        values.set(`${path}#${i}`, line);
      }
    } else {
      values.set(`${path}#0`, asText(value));
    }
  };
  const { name: _, ...rest } = vm;
  for (const [key, value] of Object.entries(rest)) {
    // Where some VMs have a little and others have nothing, as of firmware, a column says it as a whole.
    visit(isMap(value) && sizeOf(value) <= SMALL ? JSON.stringify(value) : value, `.${key}`);
  }
  return { vm, values };
}

/** So many scalars can stand in a row as they are. */
const SMALL = 2;

/** Stands for the name of a VM; no text of a manifest has it. */
const NAME = '\0';

/** VMs of one form. */
class Group {
  /** Lines of one declaration of them. */
  private readonly lines: number;

  public static of(members: readonly Leaves[]): Group {
    const [first] = members;
    const own = [...first!.values.keys()].filter((path) =>
      members.some(({ values }) => values.get(path) !== first!.values.get(path)),
    );
    return new Group(members, new Set(own));
  }

  private constructor(
    private readonly leaves: readonly Leaves[],
    /** Paths at which they differ. */
    private readonly own: ReadonlySet<string>,
  ) {
    this.lines = FRAME + sizeOf(leaves[0]!.vm) / PER_LINE;
  }

  public get members(): VmKeys[] {
    return this.leaves.map(({ vm }) => vm);
  }

  /** Whether a loop over them is shorter than a declaration for each. */
  public get isWorthIt(): boolean {
    return this.cost() < this.lines * this.leaves.length;
  }

  /** The lines that are spared where both are declared together; none or less where they should not. */
  public saving(other: Group): number {
    const own = this.ownWith(other);
    if (own.size > MOST_COLUMNS * REPEATED) {
      return 0;
    }
    const both = this.with(other, own);
    return both.columns().length > MOST_COLUMNS ? 0 : this.cost() + other.cost() - both.cost();
  }

  public with(other: Group, own = this.ownWith(other)): Group {
    return new Group([...this.leaves, ...other.leaves], own);
  }

  private ownWith(other: Group): Set<string> {
    const own = new Set([...this.own, ...other.own]);
    const [mine, others] = [this.leaves[0]!.values, other.leaves[0]!.values];
    for (const [path, value] of mine) {
      if (value !== others.get(path)) {
        own.add(path);
      }
    }
    return own;
  }

  private cost(): number {
    if (this.leaves.length === 1) {
      return this.lines;
    }
    const columns = this.columns();
    const widths = this.leaves.map(({ vm: { name } }, i) =>
      columns.reduce((width, values) => width + values[i]!.length + LABEL, name.length),
    );
    const rows = widths.reduce((lines, width) => lines + (width <= ROW_WIDTH ? 1 : FRAME + 1 + columns.length), 0);
    return this.lines + FRAME + rows;
  }

  /** Values of each VM for itself; columns of the same values are one. */
  private columns(): (readonly string[])[] {
    const columns = new Map<string, string[]>();
    for (const path of this.own) {
      const values = this.leaves.map(({ values: all }) => all.get(path)!);
      columns.set(values.join('\n'), values);
    }
    return [...columns.values()];
  }
}

/** Characters of a row beside a value: the name of its column, quotes and a comma. */
const LABEL = 14;
