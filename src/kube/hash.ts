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

const encoder = new TextEncoder();

/** A UUID of version 5: the same name in the same namespace gives the same UUID, forever. */
export function uuidV5(namespace: string, name: string): string {
  const text = encoder.encode(name);
  const message = new Uint8Array(16 + text.length);
  message.set(bytesOf(namespace));
  message.set(text, 16);
  const hex = hash('sha1', message);
  // Version 5 and the variant of RFC 9562.
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** A namespace is a UUID too; the bytes of the last one are kept, since there is hardly ever another. */
let [namespaceText, namespaceBytes]: [string, Uint8Array] = ['', new Uint8Array()];

function bytesOf(namespace: string): Uint8Array {
  if (namespace !== namespaceText) {
    const digits = namespace.replaceAll('-', '');
    const bytes = Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
    [namespaceText, namespaceBytes] = [namespace, Uint8Array.from(bytes)];
  }
  return namespaceBytes;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID as libvirt writes it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
