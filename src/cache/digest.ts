import { createHash } from 'node:crypto';

/** A text that is the same for the same parts and for no others: where one ends and the next begins counts too. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}
