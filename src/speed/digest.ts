/** A text that is the same for the same parts and for no others: where one ends and the next begins counts too. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  // When something is to be digested: it is one of the slowest parts of Node to load.
  const { createHash } = require('node:crypto') as typeof import('node:crypto');
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}
