/** A value that neither JSON nor a manifest can say, and where it is. */
export interface Unwritable {
  readonly steps: readonly (string | number)[];
  /** `NaN`, `a function`, `an object of the class Date`. */
  readonly what: string;
  readonly why: 'number' | 'other';
}

/** More than these are one mistake. */
const MOST = 20;

/** Deeper than this nothing is ever meant; what contains itself has no end. */
const DEEPEST = 500;

interface DataPlace {
  readonly value: unknown;
  readonly step: string | number;
  readonly outer: DataPlace | undefined;
  readonly depth: number;
}

/** What a manifest cannot say; nearly always nothing. */
export function unwritableIn(root: unknown): Unwritable[] {
  return isWritable(root, 0) ? [] : listed(root);
}

/** Quick, since nearly everything is. */
function isWritable(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || isWritableStructure(value, depth);
    default:
      return false;
  }
}

function isWritableStructure(value: object, depth: number): boolean {
  if (depth > DEEPEST) {
    return false;
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      if (!isWritable(value[i], depth + 1)) {
        return false;
      }
    }
  } else {
    if (!isPlain(value)) {
      return false;
    }
    for (const key in value) {
      const part = (value as Readonly<Record<string, unknown>>)[key];
      // What is undefined in a map is not there.
      if (part !== undefined && !isWritable(part, depth + 1)) {
        return false;
      }
    }
  }
  return true;
}

/** Whether an object is a map of data, of whatever realm, and not one that has a life of its own. */
export function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function listed(root: unknown): Unwritable[] {
  const found: Unwritable[] = [];
  const stack: DataPlace[] = [{ value: root, step: '', outer: undefined, depth: 0 }];
  for (let at = stack.pop(); at !== undefined && found.length < MOST; at = stack.pop()) {
    const { value, depth } = at;
    const what = problemOf(at);
    if (what !== undefined) {
      found.push({ steps: stepsOf(at), what, why: typeof value === 'number' ? 'number' : 'other' });
    } else if (typeof value === 'object' && value !== null) {
      const entries: [string | number, unknown][] = Array.isArray(value)
        ? Array.from(value, (item: unknown, i) => [i, item])
        : Object.entries(value).filter(([, part]) => part !== undefined);
      for (const [step, part] of entries.reverse()) {
        stack.push({ value: part, step, outer: at, depth: depth + 1 });
      }
    }
  }
  return found;
}

function problemOf(at: DataPlace): string | undefined {
  const { value } = at;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : String(value);
    case 'undefined':
      return 'undefined';
    case 'object':
      if (value === null) {
        return undefined;
      }
      if (at.depth > DEEPEST || isWithinItself(at)) {
        return at.depth > DEEPEST ? `nested more than ${DEEPEST} levels deep` : 'a part that contains itself';
      }
      return Array.isArray(value) || isPlain(value) ? undefined : `an object of the class ${classOf(value)}`;
    default:
      return `a ${typeof value}`;
  }
}

function isWithinItself({ value, outer }: DataPlace): boolean {
  for (let at = outer; at !== undefined; at = at.outer) {
    if (at.value === value) {
      return true;
    }
  }
  return false;
}

function classOf(value: object): string {
  const { constructor: made } = value as { constructor?: { name?: unknown } };
  return typeof made?.name === 'string' && made.name !== '' ? made.name : 'without a name';
}

function stepsOf(at: DataPlace): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let each: DataPlace | undefined = at; each?.outer !== undefined; each = each.outer) {
    steps.unshift(each.step);
  }
  return steps;
}

/** The same data without what cannot be written: what is left can be judged and handed on. */
export function writablePart(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) {
    return isWritable(value, depth) ? value : undefined;
  }
  if (depth > DEEPEST) {
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => writablePart(item, depth + 1) ?? null);
  }
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, writablePart(part, depth + 1)]))
    : undefined;
}
