import type { FieldConstraints } from '../../imports/field-table';
import { shownValue } from '../findings/secrets/shown-value';
import { asText, isMap } from '../kube/object';
import type { NodeView } from './release-view';

/** An item that a list has twice, by the position of the later one. */
interface Duplicate {
  readonly index: number;
  /** What the two have in common, as in `name "os"`. */
  readonly key: string;
  readonly secondOf: number;
}

/** Items of a set that are equal, and items of a list of type map that agree in all of its keys. */
export function findDuplicates(
  list: readonly unknown[],
  { listType, mapKeys = [] }: FieldConstraints,
  defaultOf: (key: string) => unknown,
): Duplicate[] {
  if ((listType !== 'set' && listType !== 'map') || list.length < 2) {
    return [];
  }
  const seen = new Map<string, number>();
  const duplicates: Duplicate[] = [];
  for (const [index, item] of list.entries()) {
    const values = listType === 'set' ? [item] : mapKeys.map((key) => keyOf(item, key) ?? defaultOf(key));
    // What has no such key, or something else than a scalar there, is wrong for another reason.
    if (values.length === 0 || !values.every(isScalar)) {
      continue;
    }
    const text = JSON.stringify(values.map((value) => [typeof value, asText(value)]));
    const first = seen.get(text);
    if (first === undefined) {
      seen.set(text, index);
    } else {
      const names = listType === 'set' ? [''] : mapKeys.map((key) => `${key} `);
      const key = values
        .map((value, i) => `${names[i]}${shownValue(value, listType === 'set' ? [] : [mapKeys[i]!])}`)
        .join(', ');
      duplicates.push({ index, key, secondOf: first });
    }
  }
  return duplicates;
}

/** Whether the items of a short list have texts for their one key, each another: nearly every list is so. */
export function areNamedApart(list: readonly unknown[], { listType, mapKeys }: FieldConstraints): boolean {
  if (listType !== 'map' || mapKeys?.length !== 1 || list.length > LONGEST_COMPARED) {
    return false;
  }
  const key = mapKeys[0]!;
  for (let i = 0; i < list.length; i++) {
    const name = keyOf(list[i], key);
    if (typeof name !== 'string') {
      return false;
    }
    for (let j = 0; j < i; j++) {
      if (keyOf(list[j], key) === name) {
        return false;
      }
    }
  }
  return true;
}

/** With more items, comparing each with each costs more than a set of their names. */
const LONGEST_COMPARED = 8;

/** The defaults of the fields of an item: a key that is not written has its default. */
export function defaultsOf(item: NodeView | undefined, at: (place: number) => NodeView): (key: string) => unknown {
  return (key) => {
    const place = item?.fields.get(key);
    return place === undefined ? undefined : at(place).constraints.default;
  };
}

function keyOf(item: unknown, key: string): unknown {
  return isMap(item) && Object.hasOwn(item, key) ? (item[key] ?? undefined) : undefined;
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}
