import { Lexer } from 'yaml';
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
