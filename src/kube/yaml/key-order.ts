import { flowScalar } from './scalar';

/** What everyone looks for first comes first; the rest in order of code units, so that no locale matters. */
const FIRST = ['apiVersion', 'kind', 'metadata', 'name', 'namespace'];
const RANK = new Map(FIRST.map((key, rank) => [key, rank]));

/** YAML readers look no further than this for the colon of a key. */
const LONGEST_KEY = 1000;

/** Sets of keys beyond these are labels of users, which do not come back. */
const MOST_SETS = 10_000;

/** A key of a map, as it is written. */
export interface WrittenKey {
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
