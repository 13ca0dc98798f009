import { isMap } from '../object';
import { isPlain } from '../plain-data';

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
function inOnePiece(text: string): string {
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
const MARK = '\0';

/** What stands for texts in a template, by its number: from a private range of Unicode. */
const HOLES = new Map<symbol, number>();

/** As many as are asked for, from the first one on. */
function holes(count: number): readonly symbol[] {
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

/**
 * The same data with words in place of numbers that no manifest can say, to be shown and never applied: what is rejected (PV005) must
 * still be seen in a review.
 */
export function sayable(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : `(${value}, which no manifest can contain)`;
  }
  if (Array.isArray(value)) {
    return value.map(sayable);
  }
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, sayable(part)])) : value;
}

/** Writes one of many documents that differ in a few texts. */
export type Template = (texts: readonly string[]) => string;

/**
 * Prepares documents that differ in a few texts: what they have in common is written once.
 *
 * @param document makes a document of what it is given in place of its texts
 */
export function templateOf(document: (holes: readonly symbol[]) => unknown, count: number, head: string): Template {
  // What is written between two texts, and then which text and how deep it stands.
  const [first = '', ...rest] = emitYaml(document(holes(count)), head).split(MARK);
  const parts: { text: number; indent: number; after: string }[] = [];
  for (let i = 0; i < rest.length; i += 3) {
    parts.push({ text: Number(rest[i]), indent: Number(rest[i + 1]), after: rest[i + 2]! });
  }
  return (texts) => {
    let out = first;
    for (const { text, indent, after } of parts) {
      out += scalarText(texts[text], indent);
      out += after;
    }
    return inOnePiece(out);
  };
}

/** The keys that readers look for come first; the rest in order of code units, so that no locale matters. */
const FIRST = ['apiVersion', 'kind', 'metadata', 'name', 'namespace'];
const RANK = new Map(FIRST.map((key, rank) => [key, rank]));

/** YAML readers look no further than this for the colon of a key. */
const LONGEST_KEY = 1000;

/** Sets of keys beyond these are labels of users, which do not come back. */
const MOST_SETS = 10_000;

/** A key of a map, as it is written. */
interface WrittenKey {
  readonly key: string;
  /** With its colon, which a long one has on the next line instead. */
  readonly text: string;
  readonly isLong: boolean;
  /** How its line begins, by indentation: put together once, not in every document. */
  readonly lines: string[];
}

/**
 * Keys that were met one after the other, from the first key of a map on.
 *
 * Manifests have the same few sets of keys again and again: their order is found once for each, not once for each map.
 */
interface Met {
  readonly keys: readonly string[];
  readonly following: Map<string, Met>;
  order?: readonly WrittenKey[];
}

const START: Met = { keys: [], following: new Map() };
let sets = 0;

/** The keys of a map in the order in which they are written; what is undefined is not there. */
export function keyOrder(map: Readonly<Record<string, unknown>>): readonly WrittenKey[] {
  let met = START;
  for (const key of Object.keys(map)) {
    if (map[key] !== undefined) {
      met = met.following.get(key) ?? follow(met, key);
    }
  }
  met.order ??= written(met.keys);
  return met.order;
}

function follow(met: Met, key: string): Met {
  const next: Met = { keys: [...met.keys, key], following: new Map() };
  if (sets < MOST_SETS) {
    sets += 1;
    met.following.set(key, next);
  }
  return next;
}

function written(keys: readonly string[]): WrittenKey[] {
  return [...keys]
    .sort((a, b) => (RANK.get(a) ?? FIRST.length) - (RANK.get(b) ?? FIRST.length) || (a < b ? -1 : 1))
    .map((key) => {
      const text = flowScalar(key);
      const isLong = text.length > LONGEST_KEY;
      return { key, text: isLong ? text : `${text}:`, isLong, lines: [] };
    });
}

/**
 * Strings as YAML scalars that every reader takes for the same string: YAML 1.1 (which Kubernetes speaks) and 1.2.
 *
 * Plain only what is plainly text. Everything else is quoted: the list of what some reader takes for a number, a date,
 * a truth or a base-60 time is long, and a quote costs two bytes.
 */

/** Words from letters, digits and signs that mean nothing to YAML, starting with a letter or a slash. */
const PLAIN = /^[A-Za-z/][A-Za-z0-9_./@+=%~-]*(?: [A-Za-z0-9_./@+=%~(),-]+)*$/;

/** References and addresses: a colon is safe between other signs once the text cannot be a time or a MAC address. */
const REFERENCE = /^[A-Za-z][A-Za-z0-9_.@+=%~-]*(?::\/)?\/[A-Za-z0-9_./@+=%~:-]*[A-Za-z0-9_/=-]$/;

/** `8Gi`, `500m`: what quantities look like in every manifest. No exponents, which are numbers. */
const QUANTITY = /^[1-9][0-9]*(?:[KMGTP]i|[mkMGTP])$/;

/** What YAML 1.1 takes for something else, in any case, plus `e1000` and `E-2`, which some readers take for a number. */
const MISREAD = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|e[-+]?[0-9]+)$/i;

/**
 * Control characters but tab and newline, separators of lines and paragraphs, marks that turn the direction of text around,
 * what joins no letters and has no width, halves of pairs, byte order marks: all but these. (Joiners, U+200C and U+200D, and
 * variation selectors are parts of words and emoji.) By their numbers, since looking up `\p{Cc}` and the like takes a third of a millisecond in every start.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself.
  /[^\t\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u200a\u200c\u200d\u2010-\u2027\u202f-\u205f\u2070-\u3163\u3165-\ud7ff\ue000-\ufefe\uff00-\uff9f\uffa1-\uffef\ufffc\ufffd\u{10000}-\u{1bc9f}\u{1bca4}-\u{1d172}\u{1d17b}-\u{dffff}\u{f0000}-\u{10ffff}]/u;

/** One line of a scalar: plain where that is safe, in double quotes otherwise. */
export function flowScalar(text: string): string {
  return isPlainText(text) ? text : quoted(text);
}

function isPlainText(text: string): boolean {
  return (PLAIN.test(text) || REFERENCE.test(text) || QUANTITY.test(text)) && !MISREAD.test(text);
}

/** What JSON leaves as it is and YAML readers do not allow, or fold, or a person who reads the file does not see. */
const ESCAPED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself.
  /[\u007f-\u009f\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{effff}]/gu;

/** JSON's strings are YAML's, once the characters are escaped that YAML does not allow or would fold. */
function quoted(text: string): string {
  // Half of a surrogate pair has no place in UTF-8: it is written as the replacement character, as an encoder would.
  const whole = JSON.stringify(text.toWellFormed());
  return whole.replace(ESCAPED, (character) => {
    const number = character.codePointAt(0)!.toString(16);
    return number.length > 4 ? `\\U${number.padStart(8, '0')}` : `\\u${number.padStart(4, '0')}`;
  });
}

/**
 * Several lines as a literal block, so that a script in a manifest reads like one; nothing where a block could be read
 * as something else (leading blanks, blank lines with blanks in them, characters that must be escaped).
 */
function literalBlock(text: string, indent: string): string | undefined {
  if (!text.includes('\n') || /^[\n \t]/.test(text) || /^[ \t]+$/m.test(text) || UNPRINTABLE.test(text)) {
    return undefined;
  }
  const body = text.replace(/\n+$/, '');
  const trailing = text.length - body.length;
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
  const chomping = trailing === 0 ? '-' : trailing === 1 ? '' : '+';
  return `|${chomping}\n${lines.join('\n')}${'\n'.repeat(Math.max(0, trailing - 1))}`;
}
