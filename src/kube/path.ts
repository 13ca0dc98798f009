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
