import { Lexer } from 'yaml';
import { isMap } from '../object';
import { flowYaml } from './edit';
import { scalarText } from './emit';
import type { YamlPath } from './place';
import type { YamlNode } from './tree';

/** Comment lines, with their signs, and what they are about. */
export interface PlacedComment {
  /** The entry below the lines or on their line; empty for those before all content. */
  readonly path: YamlPath;
  readonly lines: readonly string[];
}

/** Tokens of the lexer of `yaml` that stand for no text: a document, the end of what is wrong, and a scalar that follows. */
const MARKS = ['\x02', '\x18', '\x1f'];

/** What the lexer says before the text of a scalar. */
const SCALAR = '\x1f';

/** Whether a text may have comments: most manifests have none, and to look costs less than to read. */
export function mayHaveComments(text: string): boolean {
  return /^\s*#|\s#/m.test(text);
}

/**
 * The comments of a document by what they are about. What looks like one inside of a text block, as `#cloud-config`, is none.
 *
 * A comment on a line of its own is about the entry below it, unless it is indented deeper: then it is about the entry above, as a
 * key that was commented out.
 *
 * @param root the tree of the text
 */
export function placedComments(text: string, root: YamlNode): PlacedComment[] {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const entries = entryPlaces(root, lineStarts);
  const found: { readonly path: YamlPath; readonly lines: string[] }[] = [];
  for (const comment of commentsOf(text, lineStarts)) {
    const path = entryOf(comment, entries);
    const before = found.at(-1);
    if (before !== undefined && before.path === path) {
      before.lines.push(comment.text);
    } else {
      found.push({ path, lines: [comment.text] });
    }
  }
  return found;
}

interface Comment {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** Whether nothing else is on its line. */
  readonly isAlone: boolean;
}

function commentsOf(text: string, lineStarts: readonly number[]): Comment[] {
  const found: Comment[] = [];
  let offset = 0;
  let line = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#') && !isScalar) {
      while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= offset) {
        line++;
      }
      const start = lineStarts[line]!;
      found.push({
        text: token.trimEnd(),
        line,
        column: offset - start,
        isAlone: text.slice(start, offset).trim() === '',
      });
    }
    isScalar = token === SCALAR;
    offset += MARKS.includes(token) ? 0 : token.length;
  }
  return found;
}

/** Where an entry begins. */
interface EntryPlace {
  readonly path: YamlPath;
  readonly line: number;
  readonly column: number;
}

/** All entries in the order of the text, each before what is in it. */
function entryPlaces(root: YamlNode, lineStarts: readonly number[]): EntryPlace[] {
  const found: EntryPlace[] = [];
  let line = 0;
  const visit = (node: YamlNode, path: YamlPath): void => {
    node.entries.forEach(({ key, start, node: below }, i) => {
      while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= start) {
        line++;
      }
      const at = [...path, key ?? i];
      found.push({ path: at, line, column: start - lineStarts[line]! });
      visit(below, at);
    });
  };
  visit(root, []);
  return found;
}

const HEAD: YamlPath = [];

function entryOf({ line, column, isAlone }: Comment, entries: readonly EntryPlace[]): YamlPath {
  const here = entries[firstFrom(entries, line)];
  if (!isAlone && here?.line === line) {
    return here.path;
  }
  const next = firstFrom(entries, line + 1);
  if (next === 0) {
    return HEAD;
  }
  if (isAlone && next < entries.length && column <= entries[next]!.column) {
    return entries[next]!.path;
  }
  let before = next - 1;
  while (before > 0 && entries[before]!.column > column) {
    before--;
  }
  return entries[before]!.path;
}

/** The position of the first entry on a line or behind it. */
function firstFrom(entries: readonly EntryPlace[], line: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.line < line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Comments of plain data: lines with their signs, each once. */
export class YamlComments {
  private readonly values = new Map<unknown, Set<string>>();
  private readonly keys = new Map<unknown, Map<string, Set<string>>>();

  /** Puts lines above a map or a list, wherever that is. */
  public add(value: object, lines: readonly string[]): void {
    if (lines.length > 0) {
      this.values.set(value, new Set([...(this.values.get(value) ?? []), ...lines]));
    }
  }

  /** Puts lines above a key of a map. */
  public addAt(map: object, key: string, lines: readonly string[]): void {
    const keys = this.keys.get(map) ?? new Map<string, Set<string>>();
    this.keys.set(map, keys.set(key, new Set([...(keys.get(key) ?? []), ...lines])));
  }

  /** The lines above a value. */
  public above(value: unknown): readonly string[] {
    return [...(this.values.get(value) ?? [])];
  }

  /** The lines above a key. */
  public aboveKey(map: unknown, key: string): readonly string[] {
    return [...(this.keys.get(map)?.get(key) ?? [])];
  }
}

/** Lines of a file that people read side by side. */
const WIDTH = 110;

/**
 * Plain data as a person writes a platform file: keys in the order in which they come, what is short on one line.
 *
 * Manifests are written by `emitYaml`, whose bytes are forever; this is for files that people go on editing.
 */
export function compactYaml(value: Readonly<Record<string, unknown>>, comments = new YamlComments()): string {
  return `${mapLines(value, 0, comments).join('\n')}\n`;
}

function mapLines(map: Readonly<Record<string, unknown>>, indent: number, comments: YamlComments): string[] {
  return Object.entries(map)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => [
      ...commentLines([...comments.aboveKey(map, key), ...comments.above(value)], indent),
      ...valueLines(`${flowYaml(key)}:`, value, indent, isMainPart(key, value, indent), comments),
    ]);
}

/** What a file is about stands line by line, however short it is. */
function isMainPart(key: string, value: unknown, indent: number): boolean {
  return (indent === 0 && key === 'spec') || (indent === 2 && Array.isArray(value) && value.length > 0);
}

/** A value behind its key or dash, on one line where it fits. */
function valueLines(head: string, value: unknown, indent: number, isBlock: boolean, comments: YamlComments): string[] {
  const space = ' '.repeat(indent);
  const flow = isBlock || !isFlowable(value, comments) ? undefined : flowYaml(value);
  if (flow !== undefined && (indent + head.length + flow.length < WIDTH || !isCollection(value) || /^..$/.test(flow))) {
    return [`${space}${head} ${flow}`];
  }
  if (Array.isArray(value)) {
    const below = head === '-' ? indent + 2 : indent;
    return [`${space}${head}`, ...listLines(value, below, comments)];
  }
  if (isMap(value)) {
    const lines = mapLines(value, indent + 2, comments);
    // The first key of an item stands behind its dash, unless a comment is above it.
    return head === '-' && !lines[0]!.trimStart().startsWith('#')
      ? [`${space}- ${lines[0]!.trimStart()}`, ...lines.slice(1)]
      : [`${space}${head}`, ...lines];
  }
  return `${space}${head} ${scalarText(value, indent + 2)}`.split('\n');
}

function listLines(list: readonly unknown[], indent: number, comments: YamlComments): string[] {
  return list.flatMap((item) => [
    ...commentLines(comments.above(item), indent),
    ...valueLines('-', item, indent, false, comments),
  ]);
}

function commentLines(lines: readonly string[], indent: number): string[] {
  return lines.map((line) => `${' '.repeat(indent)}${line}`);
}

function isCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether a value can stand on one line: no text of it has several lines, and nothing in it a comment. */
function isFlowable(value: unknown, comments: YamlComments): boolean {
  if (!isCollection(value)) {
    return typeof value !== 'string' || !value.includes('\n');
  }
  const parts = Object.entries(value as object);
  return parts.every(
    ([key, part]) =>
      comments.aboveKey(value, key).length === 0 && comments.above(part).length === 0 && isFlowable(part, comments),
  );
}
