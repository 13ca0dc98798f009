import { sha1 } from './sha1';

/** The bytes of a namespace and then of a name; names are short, so there is nearly always room. */
const ROOM = 512;
const message = new Uint8Array(ROOM);

/** Every byte as two digits. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A UUID of version 5: the same name in the same namespace gives the same UUID, for ever. */
export function uuidV5(namespace: string, name: string): string {
  writeNamespace(namespace);
  const hash = writeAscii(name) ? sha1(message, 16 + name.length) : sha1(encoded(name));
  const [a, b, c, d] = [hash[0]!, hash[1]!, hash[2]!, hash[3]!];
  // Version 5 and the variant of RFC 9562.
  return `${half(a >>> 16)}${half(a)}-${half(b >>> 16)}-${half((b & 0x0fff) | 0x5000)}-${half(((c >>> 16) & 0x3fff) | 0x8000)}-${half(c)}${half(d >>> 16)}${half(d)}`;
}

/** The lower sixteen bits. */
function half(word: number): string {
  return HEX[(word >>> 8) & 0xff]! + HEX[word & 0xff]!;
}

/** The one that is written already. */
let written = '';

function writeNamespace(namespace: string): void {
  if (namespace === written) {
    return;
  }
  const seed = namespace.replaceAll('-', '');
  for (let i = 0; i < 16; i++) {
    message[i] = Number.parseInt(seed.slice(i * 2, i * 2 + 2), 16);
  }
  written = namespace;
}

/** Whether the name could be written as it is. */
function writeAscii(name: string): boolean {
  if (name.length > ROOM - 16) {
    return false;
  }
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code > 0x7f) {
      return false;
    }
    message[16 + i] = code;
  }
  return true;
}

function encoded(name: string): Uint8Array {
  const text = new TextEncoder().encode(name);
  const whole = new Uint8Array(16 + text.length);
  whole.set(message.subarray(0, 16));
  whole.set(text, 16);
  return whole;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID as libvirt writes it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
