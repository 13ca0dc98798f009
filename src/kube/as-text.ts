/**
 * A value of any type as text, for messages and comparisons. Total: `String()` asks a map for its `toString`, which in a file
 * may be anything, and takes the list `[amd64]` for the text `amd64`.
 */
export function asText(value: unknown): string {
  if (Array.isArray(value)) {
    return 'a list';
  }
  return typeof value === 'function' || (typeof value === 'object' && value !== null) ? 'a map' : String(value);
}

/** A value of any type as a number; not a number where it is none. Total, and `[5]` is no 5. */
export function asNumber(value: unknown): number {
  return typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol'
    ? Number.NaN
    : Number(value);
}
