import { isMap } from './object';

/** One step of a path as people write it: a key, or an item of a list by its name or position. */
export interface PathStep {
  readonly text: string;
  readonly isItem: boolean;
}

/** A key, `[item]`, or `["a key with dots"]`. */
const STEP = /(?:^|\.)([^.[\]]+)|\[("(?:[^"\\]|\\.)*"|[^\]"]*)\]/y;

/**
 * The steps of a path such as `disks[os].bus` or `labels["a.b/c"]`: the one notation for paths.
 *
 * @returns nothing where it is no path
 */
export function pathSteps(path: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (let at = 0; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null) {
      return undefined;
    }
    const [, key, item = ''] = match;
    steps.push(
      key !== undefined
        ? { text: key, isItem: false }
        : item.startsWith('"')
          ? { text: JSON.parse(item) as string, isItem: false }
          : { text: item, isItem: true },
    );
  }
  return steps;
}

/** Steps as people write them. */
export function pathOfSteps(steps: readonly PathStep[]): string {
  return steps.reduce((path, { text, isItem }) => {
    if (isItem) {
      return `${path}[${text}]`;
    }
    return !/^[\w$-]+$/.test(text) ? `${path}[${JSON.stringify(text)}]` : `${path}${path === '' ? '' : '.'}${text}`;
  }, '');
}

const keys = new Map<string, readonly string[]>();

/** The keys of a path through maps, as `domain.cpu.cores`. Kept: rules ask every instance for the same few. */
export function keysOf(path: string): readonly string[] {
  let found = keys.get(path);
  if (found === undefined) {
    found = writtenSteps(path).map(({ text }) => text);
    keys.set(path, found);
  }
  return found;
}

/** A text that is no path is the key of that name. */
function writtenSteps(path: string): readonly PathStep[] {
  return pathSteps(path) ?? [{ text: path, isItem: false }];
}

/** A value and where it was found. */
export interface FoundValue {
  readonly path: string;
  readonly value: unknown;
}

/** A key of a map, or every item of a list. */
type ValueStep = { readonly key: string; readonly shown: string } | 'items';

/** The paths that rules ask for are few and asked for often. */
const parsed = new Map<string, readonly ValueStep[]>();

/** The values at a path such as `spec.volumes[].hostDisk` or `metadata.annotations["a/b"]`; what is null is not there. */
export function valuesAt(root: unknown, path: string): FoundValue[] {
  const found: FoundValue[] = [];
  collect(root, stepsOf(path), 0, '', found);
  return found;
}

/** The value at a path without lists; nothing where there is none. */
export function valueAt(root: unknown, path: string): unknown {
  return valuesAt(root, path)[0]?.value;
}

function collect(value: unknown, steps: readonly ValueStep[], i: number, path: string, found: FoundValue[]): void {
  if (value === null || value === undefined) {
    return;
  }
  const step = steps[i];
  if (step === undefined) {
    found.push({ path, value });
  } else if (step === 'items') {
    if (Array.isArray(value)) {
      value.forEach((item, n) => {
        collect(item, steps, i + 1, `${path}[${n}]`, found);
      });
    }
  } else if (isMap(value) && Object.hasOwn(value, step.key)) {
    collect(value[step.key], steps, i + 1, path === '' ? step.key : `${path}${step.shown}`, found);
  }
}

function stepsOf(path: string): readonly ValueStep[] {
  let steps = parsed.get(path);
  if (steps === undefined) {
    steps = writtenSteps(path).map(({ text, isItem }) =>
      isItem && text === ''
        ? 'items'
        : { key: text, shown: /[.[\]/]/.test(text) ? `[${JSON.stringify(text)}]` : `.${text}` },
    );
    parsed.set(path, steps);
  }
  return steps;
}

/** A value that some row asked for, and where it is. */
interface FoundRow<R> {
  readonly row: R;
  readonly path: string;
  readonly value: unknown;
}

/** Everything below a step: further steps by key, those of every item of a list, and the rows that end here. */
interface TrieBranch<R> {
  keys: Map<string, TrieBranch<R>> | undefined;
  readonly rows: R[];
  items: TrieBranch<R> | undefined;
}

/** A key in brackets and quotes, every item, or a plain key. */
const STEPS = /\["[^"]+"\]|\[\]|[^.[\]]+/g;

/**
 * Many paths in one, so that a value is walked once for all rows that ask about it.
 *
 * Paths are those of `valuesAt`: `spec.volumes[].hostDisk`, `metadata.annotations["a/b"]`. What is null is not there.
 */
export class PathTrie<R> {
  private readonly _root: TrieBranch<R> = newBranch();

  constructor(rows: readonly R[], pathOf: (row: R) => string) {
    for (const row of rows) {
      let branch = this._root;
      for (const step of pathOf(row).match(STEPS) ?? []) {
        branch = step === '[]' ? itemsOf(branch) : keyOf(branch, step.startsWith('[') ? step.slice(2, -2) : step);
      }
      branch.rows.push(row);
    }
  }

  /**
   * Everything that is there of what the rows ask for, in the order of the paths.
   *
   * @param isWanted whether the row means this value; a pure function, which may be asked twice
   */
  public find(root: unknown, isWanted: IsWanted<R> = () => true): readonly FoundRow<R>[] {
    // Hardly any value has what rows ask for: where one is gets written down only if this one has.
    if (!isMet(root, this._root, isWanted)) {
      return NOTHING;
    }
    const found: FoundRow<R>[] = [];
    visit(root, this._root, { isWanted, steps: [], found });
    return found;
  }
}

const NOTHING: readonly never[] = [];

type IsWanted<R> = (row: R, value: unknown) => boolean;

/** Whether there is anything of what the rows ask for. */
function isMet<R>(value: unknown, branch: TrieBranch<R>, isWanted: IsWanted<R>): boolean {
  if (value === null || value === undefined) {
    return false;
  }
  const { rows, items, keys } = branch;
  for (let i = 0; i < rows.length; i++) {
    if (isWanted(rows[i]!, value)) {
      return true;
    }
  }
  if (typeof value !== 'object') {
    return false;
  }
  if (Array.isArray(value)) {
    for (let i = 0; items !== undefined && i < value.length; i++) {
      if (isMet(value[i], items, isWanted)) {
        return true;
      }
    }
  } else if (keys !== undefined) {
    // A map has fewer keys than rows ask for. Objects of JSON inherit nothing that this would show.
    for (const key in value) {
      const next = keys.get(key);
      if (next !== undefined && isMet((value as Readonly<Record<string, unknown>>)[key], next, isWanted)) {
        return true;
      }
    }
  }
  return false;
}

/** One walk that finds something. */
interface Search<R> {
  readonly isWanted: IsWanted<R>;
  readonly steps: (string | number)[];
  readonly found: FoundRow<R>[];
}

function visit<R>(value: unknown, branch: TrieBranch<R>, search: Search<R>): void {
  if (value === null || value === undefined) {
    return;
  }
  const { steps } = search;
  for (const row of branch.rows) {
    if (search.isWanted(row, value)) {
      search.found.push({ row, path: shown(steps), value });
    }
  }
  if (branch.items !== undefined && Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      steps.push(i);
      visit(value[i], branch.items, search);
      steps.pop();
    }
  } else if (branch.keys !== undefined && isMap(value)) {
    for (const key in value) {
      const next = branch.keys.get(key);
      if (next !== undefined) {
        steps.push(key);
        visit(value[key], next, search);
        steps.pop();
      }
    }
  }
}

function newBranch<R>(): TrieBranch<R> {
  // Most end there: a map that stays empty is not small.
  return { keys: undefined, rows: [], items: undefined };
}

function keyOf<R>(branch: TrieBranch<R>, key: string): TrieBranch<R> {
  branch.keys ??= new Map();
  const next = branch.keys.get(key) ?? newBranch<R>();
  branch.keys.set(key, next);
  return next;
}

function itemsOf<R>(branch: TrieBranch<R>): TrieBranch<R> {
  branch.items ??= newBranch();
  return branch.items;
}

function shown(steps: readonly (string | number)[]): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') {
      return `${path}[${step}]`;
    }
    return /^[\w-]+$/.test(step) ? `${path === '' ? '' : `${path}.`}${step}` : `${path}["${step}"]`;
  }, '');
}
