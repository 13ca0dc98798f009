import { isMap } from '../kube/object';
import { flowScalar, literalBlock } from './scalar';

/** What everyone looks for first comes first; the rest in order of code units, so that no locale matters. */
const FIRST = ['apiVersion', 'kind', 'metadata', 'name', 'namespace'];
const RANK = new Map(FIRST.map((key, rank) => [key, rank]));

/** YAML readers look no further than this for the colon of a key. */
const LONGEST_KEY = 1000;

/** A map or a list that is being written, with how far it got. */
interface Frame {
  readonly keys: readonly string[] | undefined;
  readonly values: readonly unknown[];
  readonly indent: number;
  /** Whether the first entry continues a line, behind the dash of the list around it. */
  readonly inline: boolean;
  next: number;
}

/**
 * Plain data as one YAML document in block style, ending with a newline.
 *
 * Written with a stack of its own instead of recursion, so that no depth of data overflows it; linear in what it writes.
 */
export function emitYaml(root: unknown): string {
  const out: string[] = [];
  const stack: Frame[] = [];
  begin(root, 0, '', out, stack, false);
  while (stack.length > 0) {
    const frame = stack.at(-1)!;
    if (frame.next === frame.values.length) {
      stack.pop();
      continue;
    }
    const i = frame.next++;
    const indent = frame.inline && i === 0 ? '' : spaces(frame.indent);
    const value = frame.values[i];
    if (frame.keys === undefined) {
      out.push(indent, '-');
      begin(value, frame.indent + 2, ' ', out, stack, true);
      continue;
    }
    const key = flowScalar(frame.keys[i]!);
    if (key.length > LONGEST_KEY) {
      out.push(indent, '? ', key, '\n', spaces(frame.indent), ':');
      begin(value, frame.indent + 2, ' ', out, stack, true);
      continue;
    }
    out.push(indent, key, ':');
    // Lists stand under their key without further indentation, as kubectl writes them.
    begin(value, Array.isArray(value) ? frame.indent : frame.indent + 2, ' ', out, stack, false);
  }
  return out.join('');
}

/** Writes a scalar or an empty collection at once; opens a frame for anything else. */
function begin(value: unknown, indent: number, gap: string, out: string[], stack: Frame[], inline: boolean): void {
  const frame = frameOf(value, indent, inline);
  if (frame === undefined) {
    out.push(gap, scalar(value, indent), '\n');
    return;
  }
  if (frame.values.length === 0) {
    out.push(gap, frame.keys === undefined ? '[]' : '{}', '\n');
    return;
  }
  if (gap !== '') {
    out.push(inline ? gap : '\n');
  }
  stack.push(frame);
}

function frameOf(value: unknown, indent: number, inline: boolean): Frame | undefined {
  if (Array.isArray(value)) {
    return { keys: undefined, values: value, indent, inline, next: 0 };
  }
  if (!isMap(value)) {
    return undefined;
  }
  const keys = orderedKeys(value);
  return { keys, values: keys.map((key) => value[key]), indent, inline, next: 0 };
}

/** The keys of a map in the order in which it is written; what is undefined is not there. */
export function orderedKeys(map: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(map)
    .filter((key) => map[key] !== undefined)
    .sort((a, b) => (RANK.get(a) ?? FIRST.length) - (RANK.get(b) ?? FIRST.length) || (a < b ? -1 : 1));
}

function scalar(value: unknown, indent: number): string {
  switch (typeof value) {
    case 'string':
      return literalBlock(value, spaces(Math.max(indent, 2))) ?? flowScalar(value);
    case 'boolean':
      return String(value);
    case 'number':
      if (Number.isFinite(value)) {
        // Without a sign on zero and with a dot in what is not whole, so that every reader sees the same number.
        return String(value === 0 ? 0 : value);
      }
      break;
    case 'object':
    case 'undefined':
      if (value === null || value === undefined) {
        return 'null';
      }
      break;
  }
  throw new TypeError(`a manifest holds plain data only, not ${typeof value} ${String(value)}`);
}

const SPACES: string[] = [''];

function spaces(count: number): string {
  for (let i = SPACES.length; i <= count; i++) {
    SPACES.push(`${SPACES[i - 1]} `);
  }
  return SPACES[count]!;
}
