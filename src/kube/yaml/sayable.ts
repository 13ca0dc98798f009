import { isMap } from '../object';

/**
 * The same data with words in place of numbers that no manifest can say, to be shown and never applied: what is refused (PV005) must
 * still be seen in a review.
 */
export function sayable(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : `(${value}, which no manifest can say)`;
  }
  if (Array.isArray(value)) {
    return value.map(sayable);
  }
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, sayable(part)])) : value;
}
