/**
 * SHA-1, for UUIDs only (RFC 9562 prescribes it; nothing here depends on its strength).
 *
 * Written out because this room uses no `node:` module: the library must run wherever cdk8s does. Every machine has two
 * UUIDs, so nothing is allocated here but what is returned.
 *
 * @param length how many bytes of the message count
 */
export function sha1(message: Uint8Array, length = message.length): Int32Array {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  // A one bit and the length in bits come after the message, in the last of blocks of 64 bytes.
  const end = ((length + 8) >> 6) << 6;
  for (let block = 0; block <= end; block += 64) {
    loadBlock(message, length, block);
    if (block === end) {
      WORDS[15] = length * 8;
    }
    addBlock(state);
  }
  return state;
}

/** The sixteen words of a block, and what is made of them. */
const WORDS = new Int32Array(80);

function loadBlock(message: Uint8Array, length: number, block: number): void {
  for (let i = 0; i < 16; i++) {
    const at = block + i * 4;
    if (at + 3 < length) {
      WORDS[i] = (message[at]! << 24) | (message[at + 1]! << 16) | (message[at + 2]! << 8) | message[at + 3]!;
    } else {
      WORDS[i] =
        (padded(message, length, at) << 24) |
        (padded(message, length, at + 1) << 16) |
        (padded(message, length, at + 2) << 8) |
        padded(message, length, at + 3);
    }
  }
}

function padded(message: Uint8Array, length: number, at: number): number {
  return at < length ? message[at]! : at === length ? 0x80 : 0;
}

/** One loop for each of the four functions: asking in every step which one it is would cost as much as the step. */
function addBlock(state: Int32Array): void {
  const w = WORDS;
  for (let i = 16; i < 80; i++) {
    const word = w[i - 3]! ^ w[i - 8]! ^ w[i - 14]! ^ w[i - 16]!;
    w[i] = (word << 1) | (word >>> 31);
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  for (let i = 0; i < 20; i++) {
    const next = (((a << 5) | (a >>> 27)) + ((b & c) | (~b & d)) + 0x5a827999 + e + w[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let i = 20; i < 40; i++) {
    const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + 0x6ed9eba1 + e + w[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let i = 40; i < 60; i++) {
    const next = (((a << 5) | (a >>> 27)) + ((b & c) | (b & d) | (c & d)) - 0x70e44324 + e + w[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let i = 60; i < 80; i++) {
    const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) - 0x359d3e2a + e + w[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
}
