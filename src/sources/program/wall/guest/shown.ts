/** A value as it is printed: for people, and not as Node would in every detail. */
export function shown(value: unknown, known: readonly unknown[] = []): string {
  if (typeof value === 'string') {
    return known.length === 0 ? `'${value}'` : JSON.stringify(value);
  }
  if (typeof value === 'function') {
    return `[Function: ${value.name || '(anonymous)'}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'bigint' ? `${value}n` : String(value);
  }
  if (known.includes(value)) {
    return '[Circular]';
  }
  if (value instanceof Error) {
    return `${value.name}: ${value.message}`;
  }
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (known.length > 3) {
    return Array.isArray(value) ? '[Array]' : '[Object]';
  }
  const inner = [...known, value];
  if (Array.isArray(value)) {
    return `[ ${value.map((each) => shown(each, inner)).join(', ')} ]`;
  }
  const pairs = value instanceof Map ? [...value] : Object.entries(value);
  return `{ ${pairs.map(([key, each]) => `${String(key)}: ${shown(each, inner)}`).join(', ')} }`;
}
