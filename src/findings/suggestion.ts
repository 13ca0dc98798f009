import { closest, distance } from 'fastest-levenshtein';

/**
 * The candidate that was probably meant, or nothing where none is near.
 *
 * A third of the letters may be wrong: enough for a slip of the finger, too little to turn one name into another.
 */
export function suggestionFor(written: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) {
    return undefined;
  }
  const sameLetters = candidates.find((candidate) => candidate.toLowerCase() === written.toLowerCase());
  if (sameLetters !== undefined) {
    return sameLetters;
  }
  const nearest = closest(written, [...candidates]);
  return distance(written, nearest) <= Math.ceil(nearest.length / 3) ? nearest : undefined;
}

/** More than fits on a line; who has the right word in front of them does not need the others. */
const SHORT = 8;

/** `did you mean "arm64"? Write one of amd64, arm64, s390x`: what to do about a value that is not in a list. */
export function chooseFrom(written: string, candidates: readonly string[]): string {
  const suggestion = suggestionFor(written, candidates);
  const all = candidates.length === 1 ? candidates[0]! : `one of ${candidates.join(', ')}`;
  if (suggestion === undefined) {
    return `write ${all}`;
  }
  return `did you mean "${suggestion}"?${candidates.length > SHORT ? '' : ` Write ${all}`}`;
}
