/** Names that a generated interface must not take: the file uses them, or a reader would take them for the global. */
const GLOBALS = new Set(
  'Array Boolean Date Error Function Map Number Object ObjectMeta Promise Record RegExp Set String Symbol'.split(' '),
);

/** Words that say nothing without the name of what they belong to. */
const GENERIC = new Set(['Metadata', 'Spec', 'Status', 'Template']);

/**
 * A name for each type, from the path to where it is used first.
 *
 * The last word of the path, and as many before it as it takes to tell the types apart: `Disk`, `VirtualMachineSpec`.
 * All types of one name grow together, so that no name depends on which came first.
 *
 * @param paths words from the kind to the field
 * @param kinds names of the kinds, which are taken
 */
export function nameTypes(paths: readonly (readonly string[])[], kinds: ReadonlySet<string>): string[] {
  const lengths = paths.map(() => 1);
  const nameAt = (i: number) => paths[i]!.slice(-lengths[i]!).join('');
  for (let grown = true; grown; ) {
    const counts = countsOf(paths.map((_, i) => nameAt(i)));
    grown = false;
    for (const [i, path] of paths.entries()) {
      const name = nameAt(i);
      const clear = counts.get(name) === 1 && isAllowed(name) && !kinds.has(name);
      if (!clear && lengths[i]! < path.length) {
        lengths[i]!++;
        grown = true;
      }
    }
  }
  return numbered(
    paths.map((_, i) => nameAt(i)),
    kinds,
  );
}

/** `preferredCPUTopology` → `PreferredCPUTopology`, `cpu-manager.policy` → `CpuManagerPolicy`. */
export function wordOf(field: string): string {
  return field
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/** One of several: `Disks` → `Disk`, `Policies` → `Policy`, `Addresses` → `Address`. What is no plural stays. */
export function singularOf(word: string): string {
  if (/[a-z]ies$/.test(word)) {
    return `${word.slice(0, -3)}y`;
  }
  if (/(ss|x|ch|sh)es$/.test(word)) {
    return word.slice(0, -2);
  }
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

function isAllowed(name: string): boolean {
  return /^[A-Za-z]/.test(name) && !GLOBALS.has(name) && !GENERIC.has(name);
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The last resort for whole paths that read alike, as `fooBar.baz` and `foo.barBaz` do. */
function numbered(names: readonly string[], kinds: ReadonlySet<string>): string[] {
  const taken = new Set(kinds);
  return names.map((name) => {
    let free = name;
    for (let i = 2; taken.has(free) || GLOBALS.has(free); i++) {
      free = `${name}${i}`;
    }
    taken.add(free);
    return free;
  });
}
