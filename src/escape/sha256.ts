/** The first 32 bits of the fractional parts of a root of each of the first primes. Source: FIPS 180-4 §4.2.2, §5.3.3. */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const parts = new Int32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let divisor = 2;
    while (divisor * divisor <= candidate && candidate % divisor !== 0) {
      divisor++;
    }
    if (divisor * divisor > candidate) {
      parts[found++] = (root(candidate) % 1) * 2 ** 32;
    }
  }
  return parts;
}

/**
 * SHA-256 of a text in base64, as a content security policy names what may run.
 *
 * Written out because rooms that write pages use no `node:` module. It is for our own few kilobytes of script and style.
 */
export function sha256(text: string): string {
  const message = new TextEncoder().encode(text);
  const padded = new Uint8Array(((message.length + 8) >> 6) * 64 + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  const rounds = fractions(64, Math.cbrt);
  const state = fractions(8, Math.sqrt);
  for (let block = 0; block < padded.length; block += 64) {
    addBlock(state, view, block, rounds);
  }
  return btoa(String.fromCharCode(...[...state].flatMap((word) => [24, 16, 8, 0].map((by) => (word >>> by) & 0xff))));
}

function addBlock(state: Int32Array, view: DataView, block: number, rounds: Int32Array): void {
  const words = new Int32Array(64);
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      words[i] = view.getInt32(block + i * 4);
    } else {
      const [a, b] = [words[i - 15]!, words[i - 2]!];
      const small = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const large = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      words[i] = words[i - 16]! + small + words[i - 7]! + large;
    }
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + rounds[i]! + words[i]!) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = state[i]! + word;
  });
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
