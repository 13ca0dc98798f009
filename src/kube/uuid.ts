import { sha1 } from './sha1';

/** A UUID of version 5: the same name in the same namespace gives the same UUID, for ever. */
export function uuidV5(namespace: string, name: string): string {
  const text = new TextEncoder().encode(name);
  const message = new Uint8Array(16 + text.length);
  const seed = namespace.replaceAll('-', '');
  for (let i = 0; i < 16; i++) {
    message[i] = Number.parseInt(seed.slice(i * 2, i * 2 + 2), 16);
  }
  message.set(text, 16);

  const hash = sha1(message);
  // Version 5 and the variant of RFC 9562.
  hash[1] = (hash[1]! & 0xffff0fff) | 0x5000;
  hash[2] = (hash[2]! & 0x3fffffff) | 0x80000000;
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => (hash[i]! >>> 0).toString(16).padStart(8, '0')) as [
    string,
    string,
    string,
    string,
  ];
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`;
}
