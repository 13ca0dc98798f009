import { isMap } from '../object';
import { isPlain } from '../plain-data';
import { keyOrder, type WrittenKey } from './key-order';
import { flowScalar, literalBlock } from './scalar';

/** A map or a list that is being written, with how far it got. */
interface EmitFrame {
  readonly value: Readonly<Record<string | number, unknown>>;
  /** Those of a map; a list has none. */
  readonly keys: readonly WrittenKey[] | undefined;
  readonly length: number;
  readonly indent: number;
  /** Whether the first entry continues a line, behind the dash of the list around it. */
  readonly inline: boolean;
  next: number;
}

/**
 * Plain data as one YAML document in block style, ending with a newline.
 *
 * Written with a stack of its own instead of recursion, so that no depth of data overflows it; linear in what it writes.
 *
 * @param head what stands before the document
 */
export function emitYaml(root: unknown, head = ''): string {
  const begun = begin(root, 0, false);
  return typeof begun === 'string' ? `${head}${begun}\n` : inOnePiece(head + write(begun));
}

/** The lines of a map or a list. */
function write(begun: EmitFrame): string {
  let out = '';
  let frame = begun;
  const around: EmitFrame[] = [];
  for (;;) {
    if (frame.next === frame.length) {
      const outer = around.pop();
      if (outer === undefined) {
        return out;
      }
      frame = outer;
      continue;
    }
    const i = frame.next++;
    const key = frame.keys?.[i];
    const value = frame.value[key === undefined ? i : key.key];
    const isInline = key === undefined || key.isLong;
    const indent = frame.inline && i === 0 ? 0 : frame.indent;
    out += key === undefined ? dash(indent) : key.isLong ? longKey(key, indent, frame.indent) : line(key, indent);
    // Lists stand under their key without further indentation, as kubectl writes them.
    const inner = begin(value, Array.isArray(value) && !isInline ? frame.indent : frame.indent + 2, isInline);
    if (typeof inner === 'string') {
      out += ` ${inner}\n`;
    } else {
      out += isInline ? ' ' : '\n';
      around.push(frame);
      frame = inner;
    }
  }
}

/** Deeper than this nothing comes again. */
const DEEP = 100;

function line(key: WrittenKey, indent: number): string {
  if (indent > DEEP) {
    return spaces(indent) + key.text;
  }
  key.lines[indent] ??= spaces(indent) + key.text;
  return key.lines[indent];
}

function longKey({ text }: WrittenKey, indent: number, around: number): string {
  return `${spaces(indent)}? ${text}\n${spaces(around)}:`;
}

const DASHES: string[] = [];

function dash(indent: number): string {
  if (indent > DEEP) {
    return `${spaces(indent)}-`;
  }
  DASHES[indent] ??= `${spaces(indent)}-`;
  return DASHES[indent];
}

/**
 * The same text. V8 puts texts together only when they are read: until then every piece is kept, which is many
 * times the text where thousands of documents wait to be written.
 */
export function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** The text of a scalar or an empty collection; a frame for anything else. */
function begin(value: unknown, indent: number, inline: boolean): EmitFrame | string {
  if (Array.isArray(value)) {
    const { length } = value;
    const list = value as unknown as EmitFrame['value'];
    return length === 0 ? '[]' : { value: list, keys: undefined, length, indent, inline, next: 0 };
  }
  if (!isMap(value)) {
    return scalarText(value, indent);
  }
  if (!isPlain(value)) {
    throw unwritable(value);
  }
  const keys = keyOrder(value);
  const { length } = keys;
  return length === 0 ? '{}' : { value, keys, length, indent, inline, next: 0 };
}

/** Around what is written for a hole: which one, and how deep it stands. In no document there is such a sign. */
export const MARK = '\0';

/** What stands for texts in a template, by its number: from a private range of Unicode. */
const HOLES = new Map<symbol, number>();

/** As many as are asked for, from the first one on. */
export function holes(count: number): readonly symbol[] {
  for (let i = HOLES.size; i < count; i++) {
    HOLES.set(Symbol('hole'), i);
  }
  return [...HOLES.keys()].slice(0, count);
}

/** Rules refuse it before (PV005): what gets here all the same must not be written as something else. The value is not told. */
export function unwritable(value: unknown): TypeError {
  const what = typeof value === 'number' ? String(value) : typeof value;
  return new TypeError(`a manifest holds plain data only, not ${what}`);
}

/** What is neither a map nor a list, or nothing. */
export function scalarText(value: unknown, indent: number): string {
  switch (typeof value) {
    case 'string':
      return shortTexts.get(value) ?? text(value, indent);
    case 'symbol':
      if (HOLES.has(value)) {
        return `${MARK}${HOLES.get(value)}${MARK}${indent}${MARK}`;
      }
      break;
    case 'boolean':
      return String(value);
    case 'number':
      if (Number.isFinite(value)) {
        // Without a sign on zero and with a dot in what is not whole, so that every reader sees the same number.
        return String(value === 0 ? 0 : value);
      }
      break;
    case 'object':
      if (value === null) {
        return 'null';
      }
      break;
  }
  throw unwritable(value);
}

/** Short texts of one line as they are written: most of them, as `virtio`, come again in every VM. */
const shortTexts = new Map<string, string>();
const SHORT = 40;
const MOST_SHORT_TEXTS = 2000;

function text(value: string, indent: number): string {
  const block = value.includes('\n') ? literalBlock(value, spaces(Math.max(indent, 2))) : undefined;
  if (block !== undefined) {
    return block;
  }
  const flow = flowScalar(value);
  if (value.length < SHORT && shortTexts.size < MOST_SHORT_TEXTS) {
    shortTexts.set(value, flow);
  }
  return flow;
}

const SPACES: string[] = [''];

function spaces(count: number): string {
  for (let i = SPACES.length; i <= count; i++) {
    SPACES.push(`${SPACES[i - 1]} `);
  }
  return SPACES[count]!;
}
