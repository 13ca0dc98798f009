import { isMap } from './object';

/** A value that some row asked for, and where it is. */
export interface FoundRow<R> {
  readonly row: R;
  readonly path: string;
  readonly value: unknown;
}

/** What is below a step: further steps by key, those of every item of a list, and the rows that end here. */
interface Branch<R> {
  readonly keys: Map<string, Branch<R>>;
  readonly rows: R[];
  items?: Branch<R>;
}

/**
 * Many paths in one, so that a value is walked once for all rows that ask about it.
 *
 * Paths are those of `valuesAt`: `spec.volumes[].hostDisk`, `metadata.annotations["a/b"]`. What is null is not there.
 */
export class PathTrie<R> {
  private readonly _root: Branch<R> = { keys: new Map(), rows: [] };

  constructor(rows: readonly R[], pathOf: (row: R) => string) {
    for (const row of rows) {
      let branch = this._root;
      for (const [step, quoted] of pathOf(row).matchAll(/\["([^"]+)"\]|\[\]|[^.[\]]+/g)) {
        branch = step === '[]' ? itemsOf(branch) : keyOf(branch, quoted ?? step);
      }
      branch.rows.push(row);
    }
  }

  /**
   * Everything that is there of what the rows ask for, in the order of the paths.
   *
   * @param isWanted whether the row means this value; asked before the path is written, which hardly any value needs
   */
  public find(root: unknown, isWanted: (row: R, value: unknown) => boolean = () => true): readonly FoundRow<R>[] {
    const search: Search<R> = { isWanted, steps: [], found: undefined };
    visit(root, this._root, search);
    return search.found ?? NOTHING;
  }
}

const NOTHING: readonly never[] = [];

/** One walk. */
interface Search<R> {
  readonly isWanted: (row: R, value: unknown) => boolean;
  readonly steps: (string | number)[];
  found: FoundRow<R>[] | undefined;
}

function visit<R>(value: unknown, branch: Branch<R>, search: Search<R>): void {
  if (value === null || value === undefined) {
    return;
  }
  const { steps } = search;
  for (const row of branch.rows) {
    if (search.isWanted(row, value)) {
      search.found ??= [];
      search.found.push({ row, path: shown(steps), value });
    }
  }
  if (branch.items !== undefined && Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      steps.push(i);
      visit(value[i], branch.items, search);
      steps.pop();
    }
  } else if (branch.keys.size > 0 && isMap(value)) {
    // A map has fewer keys than rows ask for. Objects of JSON inherit nothing that this would show.
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

function keyOf<R>(branch: Branch<R>, key: string): Branch<R> {
  const next = branch.keys.get(key) ?? { keys: new Map(), rows: [] };
  branch.keys.set(key, next);
  return next;
}

function itemsOf<R>(branch: Branch<R>): Branch<R> {
  branch.items ??= { keys: new Map(), rows: [] };
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
