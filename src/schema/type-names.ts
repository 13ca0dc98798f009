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
  const candidates = paths.map((path) => candidatesOf(path, kinds));
  const chosen = candidates.map(() => 0);
  const names = () => candidates.map((each, i) => each[chosen[i]!]!);
  for (let grown = true; grown; ) {
    const counts = countsOf(names());
    grown = false;
    for (const [i, name] of names().entries()) {
      if (counts.get(name)! > 1 && chosen[i]! < candidates[i]!.length - 1) {
        chosen[i]!++;
        grown = true;
      }
    }
  }
  return numbered(names(), kinds);
}

/** What a type could be called, the shortest first. */
function candidatesOf(path: readonly string[], kinds: ReadonlySet<string>): string[] {
  // Every kind has a `spec`: in the middle of a name the word tells nothing, unless nothing else is left.
  const short = path.filter((word, i) => word !== 'Spec' || i === path.length - 1);
  const clear = [...short.map((_, i) => short.slice(-(i + 1))), path]
    .filter(([first]) => !GENERIC.has(first!))
    .map((words) => words.join(''))
    .filter((name) => /^[A-Za-z]/.test(name) && !GLOBALS.has(name) && !kinds.has(name));
  return clear.length === 0 ? [path.join('')] : clear;
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
  return /[^s]s$/.test(word) && !/(status|bus|is)$/i.test(word) ? word.slice(0, -1) : word;
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
