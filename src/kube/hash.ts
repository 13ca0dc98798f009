/** A digest of a text or of bytes. */
export type Hash = (algorithm: 'sha1' | 'sha256', data: string | Uint8Array, encoding?: 'hex' | 'base64') => string;

let given: Hash | undefined;

/** Gives the pure rooms a hash. In Node, `src/in-node.ts` does it; another host has to. */
export function setHash(hash: Hash): void {
  given = hash;
}

/** The digest of a text in UTF-8, or of bytes, by the hash that the host gave. */
export const hash: Hash = (algorithm, data, encoding = 'hex') => {
  if (given === undefined) {
    throw new Error(`no ${algorithm}: the host has to call setHash before anything is hashed`);
  }
  return given(algorithm, data, encoding);
};
