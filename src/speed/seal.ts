import { digestOf } from './digest';

/** How many bytes begin a sealed text, each time others. */
const NONCE = 16;

/**
 * Seals a text under a key that is nowhere on the disk, so that whoever reads the folder reads no manifests.
 *
 * Keys of entries are digests of what they were made of, as the text of a platform file: those who have that have its secrets
 * already. It hides; that nothing was changed is for the digest of an entry to say.
 */
export function sealed(key: string, body: Uint8Array): Buffer {
  const { createCipheriv, randomBytes } = require('node:crypto') as typeof import('node:crypto');
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-ctr', sealKey(key), nonce);
  return Buffer.concat([nonce, cipher.update(body), cipher.final()]);
}

/** What was sealed; nonsense where it was sealed under another key. */
export function unsealed(key: string, bytes: Buffer): Buffer {
  const { createDecipheriv } = require('node:crypto') as typeof import('node:crypto');
  const decipher = createDecipheriv('aes-256-ctr', sealKey(key), bytes.subarray(0, NONCE));
  return decipher.update(bytes.subarray(NONCE));
}

/** What an entry is called: of its name nobody can tell its key. */
export function sealedName(key: string): string {
  return digestOf('name', key);
}

function sealKey(key: string): Buffer {
  return Buffer.from(digestOf('seal', key), 'hex');
}
