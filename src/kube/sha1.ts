/**
 * SHA-1, for UUIDs only (RFC 9562 prescribes it; nothing here depends on its strength).
 *
 * Written out because this room uses no `node:` module: the library must run wherever cdk8s does.
 */
export function sha1(message: Uint8Array): Uint8Array {
  const words = paddedWords(message);
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const w = new Int32Array(80);
  for (let block = 0; block < words.length; block += 16) {
    w.set(words.subarray(block, block + 16));
    for (let i = 16; i < 80; i++) {
      w[i] = rotate(w[i - 3]! ^ w[i - 8]! ^ w[i - 14]! ^ w[i - 16]!, 1);
    }
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
    for (let i = 0; i < 80; i++) {
      const [f, k] = round(i, b, c, d);
      const next = (rotate(a, 5) + f + e + k + w[i]!) | 0;
      [a, b, c, d, e] = [next, a, rotate(b, 30), c, d];
    }
    [h0, h1, h2, h3, h4] = [(h0 + a) | 0, (h1 + b) | 0, (h2 + c) | 0, (h3 + d) | 0, (h4 + e) | 0];
  }
  const digest = new DataView(new ArrayBuffer(20));
  for (const [i, word] of [h0, h1, h2, h3, h4].entries()) {
    digest.setInt32(i * 4, word);
  }
  return new Uint8Array(digest.buffer);
}

/** The message, a one bit, zeros, and its length in bits, as big-endian words in blocks of sixteen. */
function paddedWords(message: Uint8Array): Int32Array {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new DataView(new ArrayBuffer(length));
  message.forEach((byte, i) => {
    bytes.setUint8(i, byte);
  });
  bytes.setUint8(message.length, 0x80);
  bytes.setBigUint64(length - 8, BigInt(message.length) * 8n);
  return Int32Array.from({ length: length / 4 }, (_, i) => bytes.getInt32(i * 4));
}

function round(i: number, b: number, c: number, d: number): [number, number] {
  if (i < 20) {
    return [(b & c) | (~b & d), 0x5a827999];
  }
  if (i < 40) {
    return [b ^ c ^ d, 0x6ed9eba1];
  }
  if (i < 60) {
    return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  }
  return [b ^ c ^ d, 0xca62c1d6];
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
