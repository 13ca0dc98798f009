import { isCommon, makeCommon } from './common-part';
import { ContentTrie, follow, type TrieNode } from './content-trie';
import { isPlain } from './plain-data';

/** Some thousand parts. */
const ALL = new ContentTrie(100_000);
const KNOWN = new WeakMap<TrieNode, object>();

/**
 * A part that many objects have in common, as the machines of a fleet have their devices and where they go: the same object for the
 * same data.
 *
 * It is a copy: what others have written stays theirs.
 */
export function asCommon<T extends object>(part: T): T {
  if (isCommon(part)) {
    return part;
  }
  const place = follow(ALL.root, part);
  const known = place === undefined ? undefined : KNOWN.get(place);
  if (known !== undefined) {
    return known as T;
  }
  const copy = frozenCopy(part) as T;
  makeCommon(copy);
  if (place !== undefined) {
    KNOWN.set(place, copy);
  }
  return copy;
}

/** A map whose maps and lists are common parts. */
export function withCommonParts<T extends object>(map: T): T {
  return Object.fromEntries(
    Object.entries(map).map(([key, part]: [string, unknown]) => [
      key,
      typeof part === 'object' && part !== null ? asCommon(part) : part,
    ]),
  ) as T;
}

function frozenCopy(value: unknown): unknown {
  // What has a life of its own is no data, and is refused as what it is.
  if (typeof value !== 'object' || value === null || (!Array.isArray(value) && !isPlain(value))) {
    return value;
  }
  return Object.freeze(
    Array.isArray(value)
      ? value.map(frozenCopy)
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, frozenCopy(part)])),
  );
}
