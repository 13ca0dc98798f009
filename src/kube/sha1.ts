/**
 * SHA-1, for UUIDs only (RFC 9562 prescribes it; nothing here depends on its strength).
 *
 * Written out because this room uses no `node:` module: the library must run wherever cdk8s does.
 */
export function sha1(message: Uint8Array): Int32Array {
  const words = paddedWords(message);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  for (let block = 0; block < words.length; block += 16) {
    addBlock(state, words, block);
  }
  return state;
}

const SCHEDULE = new Int32Array(80);

function addBlock(state: Int32Array, words: Int32Array, block: number): void {
  const w = SCHEDULE;
  for (let i = 0; i < 80; i++) {
    w[i] = i < 16 ? words[block + i]! : rotate(w[i - 3]! ^ w[i - 8]! ^ w[i - 14]! ^ w[i - 16]!, 1);
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  for (let i = 0; i < 80; i++) {
    const mixed =
      i < 20
        ? ((b & c) | (~b & d)) + 0x5a827999
        : i < 40
          ? (b ^ c ^ d) + 0x6ed9eba1
          : i < 60
            ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
            : (b ^ c ^ d) + 0xca62c1d6;
    const next = (rotate(a, 5) + mixed + e + w[i]!) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
}

/** The message, a one bit, zeros, and its length in bits, as big-endian words in blocks of sixteen. */
function paddedWords(message: Uint8Array): Int32Array {
  const words = new Int32Array(Math.ceil((message.length + 9) / 64) * 16);
  for (let i = 0; i < message.length; i++) {
    words[i >> 2]! |= message[i]! << (24 - (i % 4) * 8);
  }
  words[message.length >> 2]! |= 0x80 << (24 - (message.length % 4) * 8);
  words[words.length - 1] = message.length * 8;
  return words;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
