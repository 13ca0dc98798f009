import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from './js-yaml';
import { YAML_LIMITS, type YamlDocument } from './reader';

/** Line and column in the stream, both from 1. */
interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** Keys and list positions from the root of a document. */
export type YamlPath = readonly (string | number)[];

/**
 * Where a value is in its document; where the path leads nowhere, the nearest one around it.
 *
 * Computed when it is first asked for, as most documents have nothing to say about them, and then kept: a document with
 * one mistake has often a thousand.
 */
export function placeOf(document: YamlDocument, path: YamlPath, part: 'key' | 'value' = 'value'): YamlPlace {
  const index = indexOf(document);
  let node = index.root;
  for (const step of path) {
    const child = node.children?.get(String(step));
    if (child === undefined) {
      return placeAt(document, index, node.value);
    }
    node = child;
  }
  return placeAt(document, index, part === 'key' ? node.key : node.value);
}

/** The text of a scalar as it is written, so that `1.10` can be shown as what it was. */
export function writtenAt(document: YamlDocument, path: YamlPath): string | undefined {
  let node: PlaceNode | undefined = indexOf(document).root;
  for (const step of path) {
    node = node?.children?.get(String(step));
  }
  return node?.end === undefined ? undefined : document.text.slice(node.start, node.end);
}

/** Where a value and its key begin, and what is below. */
interface PlaceNode {
  readonly key: number;
  readonly value: number;
  /** Start and end of a scalar's text. */
  readonly start?: number;
  readonly end?: number;
  readonly children?: Map<string, PlaceNode>;
}

interface PlaceIndex {
  readonly root: PlaceNode;
  readonly lineStarts: readonly number[];
}

const INDICES = new WeakMap<YamlDocument, PlaceIndex>();

function indexOf(document: YamlDocument): PlaceIndex {
  const known = INDICES.get(document);
  if (known !== undefined) {
    return known;
  }
  const { text } = document;
  const index = {
    root: treeOf(parseEvents(text, { maxDepth: YAML_LIMITS.depth }), text),
    lineStarts: [0, ...Array.from(text.matchAll(/\n/g), ({ index: at }) => at + 1)],
  };
  INDICES.set(document, index);
  return index;
}

/** A map or list whose parts are being read. */
interface OpenPlace {
  readonly node: PlaceNode;
  readonly isMap: boolean;
  count: number;
  key?: { readonly name: string; readonly offset: number };
}

/** The flat events of a document as a tree of places, without recursion. */
function treeOf(events: readonly Event[], text: string): PlaceNode {
  const root: PlaceNode = { key: 0, value: 0, children: new Map() };
  const stack: OpenPlace[] = [{ node: root, isMap: false, count: 0 }];
  for (const event of events) {
    const open = stack.at(-1)!;
    if (event.type === EVENT_ID.DOCUMENT) {
      continue;
    }
    if (event.type === EVENT_ID.POP) {
      stack.pop();
      continue;
    }
    const offset = offsetOf(event);
    if (open.isMap && open.key === undefined && event.type === EVENT_ID.SCALAR) {
      open.key = { name: getScalarValue(text, event), offset: offset ?? 0 };
      continue;
    }
    const name = open.isMap ? (open.key?.name ?? '') : String(open.count++);
    const key = open.key?.offset ?? offset ?? 0;
    delete open.key;
    const isCollection = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
    const node: PlaceNode = {
      key,
      value: offset ?? key,
      ...(isCollection ? { children: new Map<string, PlaceNode>() } : {}),
      ...(event.type === EVENT_ID.SCALAR && event.valueStart >= 0
        ? { start: event.valueStart, end: event.valueEnd }
        : {}),
    };
    open.node.children?.set(name, node);
    if (isCollection) {
      stack.push({ node, isMap: event.type === EVENT_ID.MAPPING, count: 0 });
    }
  }
  return root.children?.get('0') ?? root;
}

/** Where an event begins; nothing where nothing is written, as behind `key:`. */
function offsetOf(event: Event): number | undefined {
  switch (event.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.SCALAR: {
      const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
      // The value of a quoted scalar begins behind its quote; people look at the quote.
      return event.valueStart < 0 ? undefined : quoted ? event.valueStart - 1 : event.valueStart;
    }
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    default:
      return undefined;
  }
}

function placeAt({ firstLine }: YamlDocument, { lineStarts }: PlaceIndex, offset: number): YamlPlace {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lineStarts[middle]! <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return { line: firstLine + low, column: offset - lineStarts[low]! + 1 };
}
