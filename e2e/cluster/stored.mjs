// Whether an API server keeps what it was given: every field that was applied is stored, with the same value.
import { createRequire } from 'node:module';

const { parseQuantity } = createRequire(import.meta.url)('../../lib/src/kube/quantity.js');

/** Where the API server writes quantities of its own kinds in its own way: 0.5 becomes 500m. Custom resources stay as they are. */
const QUANTITIES = /\.(limits|requests|hard|capacity|allocatable)(\.|\[)[^[]+\]?$|\.sizeLimit$/;

/**
 * The paths at which something that was applied is not stored, with both values.
 *
 * @param isBuiltIn whether the kind is one of Kubernetes' own
 */
export function differences(applied, stored, isBuiltIn) {
  return [...compared(applied, stored, '', isBuiltIn)];
}

function* compared(applied, stored, path, isBuiltIn) {
  if (Array.isArray(applied)) {
    yield* comparedLists(applied, stored, path, isBuiltIn);
  } else if (isMap(applied)) {
    if (!isMap(stored)) {
      yield difference(path, applied, stored);
      return;
    }
    for (const [key, value] of Object.entries(applied)) {
      yield* compared(value, stored[key], `${path}${/^[\w-]+$/.test(key) ? `.${key}` : `["${key}"]`}`, isBuiltIn);
    }
  } else if (applied !== stored && !(isBuiltIn && isSame(applied, stored, path))) {
    yield difference(path, applied, stored);
  }
}

/** Item by item; where others own items of the same list, each of ours is one of them. */
function* comparedLists(applied, stored, path, isBuiltIn) {
  if (!Array.isArray(stored) || stored.length < applied.length) {
    yield difference(path, applied, stored);
    return;
  }
  for (const [i, value] of applied.entries()) {
    const candidates = stored.length === applied.length ? [stored[i]] : sameName(value, stored);
    const found = candidates.map((each) => [...compared(value, each, `${path}[${i}]`, isBuiltIn)]);
    if (!found.some((each) => each.length === 0)) {
      yield* found[0] ?? [difference(`${path}[${i}]`, value, stored)];
    }
  }
}

function sameName(value, stored) {
  return isMap(value) && 'name' in value ? stored.filter((each) => each?.name === value.name) : stored;
}

/** The same in another way of writing: Kubernetes' own kinds have no empty text, and one way to write an amount. */
function isSame(applied, stored, path) {
  return (applied === '' && stored === undefined) || (QUANTITIES.test(path) && sameAmount(applied, stored));
}

function sameAmount(applied, stored) {
  const [a, b] = [applied, stored].map((value) => parseQuantity(String(value)));
  return a !== undefined && a.nano === b?.nano;
}

function isMap(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function difference(path, applied, stored) {
  return `${path.replace(/^\./, '')}: applied ${JSON.stringify(applied)}, stored ${JSON.stringify(stored)}`;
}
