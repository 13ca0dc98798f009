import { isAlias, isCollection, isMap, isPair, isScalar, isSeq, type Pair, type ParsedNode, parseDocument } from 'yaml';
import type { YamlPath } from './place';

/** A value in the text of a document: where it begins and ends, and what is in it. */
export interface YamlNode {
  readonly kind: 'map' | 'list' | 'scalar' | 'alias';
  /** Whether it is written with brackets; scalars are not. */
  readonly isFlow: boolean;
  /** Where its text begins; where it would begin if nothing is written. */
  readonly start: number;
  /** Behind its last character, brackets and quotes included. */
  readonly end: number;
  /** Nothing is written at all, as behind `key:`. */
  readonly isEmpty: boolean;
  readonly entries: readonly YamlEntry[];
}

/** An entry of a map, or an item of a list. */
export interface YamlEntry {
  /** The key; nothing for an item. */
  readonly key?: string;
  /** Where the key begins, or the dash of an item in block style, or the item itself. */
  readonly start: number;
  /** Behind the colon of the key, or behind the dash. */
  readonly after: number;
  readonly node: YamlNode;
}

/** A document as a tree of places. Nothing where it has no value, or cannot be read. */
export function yamlTree(text: string): YamlNode | undefined {
  const { contents, errors } = parseDocument(text, { keepSourceTokens: true, strict: false, uniqueKeys: false });
  return contents === null || errors.length > 0 ? undefined : nodeOf(contents, contents.range[0]);
}

/** The node at a path, with the entries that lead there. */
export function entriesTo(root: YamlNode, path: readonly (string | number)[]): YamlEntry[] {
  const found: YamlEntry[] = [];
  let node: YamlNode | undefined = root;
  for (const step of path) {
    const entry: YamlEntry | undefined =
      node?.kind === 'list' ? node.entries[Number(step)] : node?.entries.find(({ key }) => key === step);
    if (entry === undefined) {
      break;
    }
    found.push(entry);
    node = entry.node;
  }
  return found;
}

/** @param fallback where it would begin if nothing is written */
function nodeOf(written: ParsedNode | null, fallback: number): YamlNode {
  const isEmpty =
    written === null || (isScalar(written) && written.source === '' && written.range[0] === written.range[1]);
  if (isEmpty) {
    return { kind: 'scalar', isFlow: false, start: fallback, end: fallback, isEmpty, entries: [] };
  }
  const entries = isCollection(written) ? entriesOf(written) : [];
  const [start, end] = written.range;
  const isFlow = isCollection(written) && written.flow === true;
  return {
    kind: isMap(written) ? 'map' : isSeq(written) ? 'list' : isAlias(written) ? 'alias' : 'scalar',
    isFlow,
    start,
    // Of a block, the end of what is last in it: what yaml counts to it are lines and comments behind that.
    end: isFlow || entries.length === 0 ? end : endOf(entries.at(-1)!),
    isEmpty,
    entries,
  };
}

/** Behind an entry. */
export function endOf({ after, node }: YamlEntry): number {
  return Math.max(after, node.end);
}

/** What a map or a list is written with. */
interface SourceItem {
  readonly start?: readonly SourceToken[];
  readonly sep?: readonly SourceToken[];
}

interface SourceToken {
  readonly type: string;
  readonly offset: number;
}

function entriesOf(collection: ParsedNode & { readonly items: readonly unknown[] }): YamlEntry[] {
  const sources = (collection.srcToken as { readonly items?: readonly SourceItem[] } | undefined)?.items ?? [];
  // A comment behind the last item is an item of its own in the source.
  return collection.items.map((item, i) =>
    isPair(item) ? pairOf(item as Pair<ParsedNode, ParsedNode | null>) : itemOf(item as ParsedNode, sources[i]),
  );
}

function pairOf({ key, value, srcToken }: Pair<ParsedNode, ParsedNode | null> & { srcToken?: SourceItem }): YamlEntry {
  const [start, end] = key.range;
  const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  const after = colon === undefined ? end : colon.offset + 1;
  return { key: isScalar(key) ? String(key.source ?? key.value) : '', start, after, node: nodeOf(value, after) };
}

function itemOf(item: ParsedNode, source: SourceItem | undefined): YamlEntry {
  const dash = source?.start?.find(({ type }) => type === 'seq-item-ind');
  const node = nodeOf(item, dash === undefined ? item.range[0] : dash.offset + 1);
  return dash === undefined
    ? { start: node.start, after: node.start, node }
    : { start: dash.offset, after: dash.offset + 1, node };
}

/**
 * The text of an item of a list as a document of its own, comments and all.
 *
 * @param root the tree of the whole text
 * @returns nothing where it is written with brackets, or not line by line
 */
export function itemText(text: string, root: YamlNode, at: YamlPath): string | undefined {
  const found = entriesTo(root, at);
  const entry = found.at(-1);
  if (entry === undefined || found.length < at.length || entry.node.isFlow || entry.node.kind !== 'map') {
    return undefined;
  }
  const { node, start } = entry;
  const indent = node.start - text.lastIndexOf('\n', node.start - 1) - 1;
  const end = text.indexOf('\n', endOf(entry) - 1);
  const [first = '', ...others] = text.slice(node.start, end === -1 ? text.length : end).split('\n');
  const isBlock = text.slice(start + 1, node.start).trim() === '';
  const isDeep = others.every((line) => line.trim() === '' || line.slice(0, indent).trim() === '');
  return isBlock && isDeep ? `${[first, ...others.map((line) => line.slice(indent))].join('\n')}\n` : undefined;
}
