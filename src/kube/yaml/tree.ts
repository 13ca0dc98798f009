import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from './js-yaml';
import { YAML_LIMITS } from './reader';

/** A value in the text of a document: where it begins and ends, and what is in it. */
export interface YamlNode {
  readonly kind: 'map' | 'list' | 'scalar' | 'alias';
  /** Whether it is written with brackets; scalars are not. */
  readonly isFlow: boolean;
  /** Where its text begins; where it would begin if nothing is written. */
  readonly start: number;
  /** Behind its last character, brackets and quotes included. */
  end: number;
  /** Nothing is written at all, as behind `key:`. */
  readonly isEmpty: boolean;
  readonly entries: YamlEntry[];
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

interface OpenNode {
  readonly node: YamlNode;
  key?: { readonly name: string; readonly start: number; readonly end: number };
}

/** A document as a tree of places, by the events of the parser. Nothing where it has no value. */
export function yamlTree(text: string): YamlNode | undefined {
  const root: YamlNode = { kind: 'list', isFlow: true, start: 0, end: 0, isEmpty: false, entries: [] };
  const stack: OpenNode[] = [];
  let open: OpenNode = { node: root };
  for (const event of parseEvents(text, { maxDepth: YAML_LIMITS.depth })) {
    if (event.type === EVENT_ID.DOCUMENT) {
      stack.push({ node: root });
      continue;
    }
    if (event.type === EVENT_ID.POP) {
      close(open.node, text);
      open = stack.pop() ?? { node: root };
      continue;
    }
    if (open.node.kind === 'map' && open.key === undefined && event.type === EVENT_ID.SCALAR) {
      const { start, end } = rangeOf(event, open.node.start);
      open.key = { name: getScalarValue(text, event), start, end };
      continue;
    }
    const entry = entryOf(event, open, text);
    open.node.entries.push(entry);
    delete open.key;
    if (entry.node.kind === 'map' || entry.node.kind === 'list') {
      stack.push(open);
      open = { node: entry.node };
    }
  }
  return root.entries[0]?.node;
}

/** What is at a path, with the entries that lead there. */
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

function entryOf(event: Event, { node: parent, key }: OpenNode, text: string): YamlEntry {
  if (key !== undefined) {
    const after = text.indexOf(':', key.end) + 1;
    return { key: key.name, start: key.start, after, node: nodeOf(event, after) };
  }
  const before = parent.entries.at(-1)?.node.end ?? parent.start;
  const node = nodeOf(event, before);
  if (parent.isFlow || parent.kind === 'map') {
    return { start: node.start, after: node.start, node };
  }
  // The dash of an item is the last one before it; of one that is empty, the next one behind what was before.
  const dash = node.isEmpty ? text.indexOf('-', before) : text.lastIndexOf('-', node.start - 1);
  return { start: dash, after: dash + 1, node: node.isEmpty ? { ...node, start: dash + 1, end: dash + 1 } : node };
}

function nodeOf(event: Event, fallback: number): YamlNode {
  const { start, end } = rangeOf(event, fallback);
  const kinds = { [EVENT_ID.MAPPING]: 'map', [EVENT_ID.SEQUENCE]: 'list', [EVENT_ID.ALIAS]: 'alias' } as const;
  return {
    kind: kinds[event.type as keyof typeof kinds] ?? 'scalar',
    isFlow: 'style' in event && isCollection(event) && event.style === COLLECTION_STYLE.FLOW,
    start,
    end,
    isEmpty: event.type === EVENT_ID.SCALAR && event.valueStart < 0,
    entries: [],
  };
}

function isCollection(event: Event): boolean {
  return event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
}

function rangeOf(event: Event, fallback: number): { start: number; end: number } {
  switch (event.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return { start: event.start, end: event.start };
    case EVENT_ID.ALIAS:
      return { start: event.anchorStart - 1, end: event.anchorEnd };
    case EVENT_ID.SCALAR: {
      if (event.valueStart < 0) {
        return { start: fallback, end: fallback };
      }
      const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
      return quoted
        ? { start: event.valueStart - 1, end: event.valueEnd + 1 }
        : { start: event.valueStart, end: event.valueEnd };
    }
    default:
      return { start: fallback, end: fallback };
  }
}

/** The end of a collection: its closing bracket, or the end of what is last in it. */
function close(node: YamlNode, text: string): void {
  const last = node.entries.at(-1);
  const end = last === undefined ? node.start : Math.max(last.after, last.node.end);
  if (!node.isFlow) {
    node.end = end;
    return;
  }
  let at = last === undefined ? node.start + 1 : end;
  for (; at < text.length && !'}]'.includes(text[at]!); at++) {
    if (text[at] === '#') {
      at = text.indexOf('\n', at);
    }
  }
  node.end = at + 1;
}
