import { createHash } from 'node:crypto';

/** So much of a secret gives it away, wherever in it that is. */
const TELLING = 12;

/**
 * A secret for one place: 24 small letters that are nowhere else, or 15 digits where the place wants a number.
 *
 * Nothing about its form is secret, so that only the place where it stands can tell that it is one.
 */
export function marker(place: string): string {
  const bytes = createHash('sha256').update(place).digest();
  return place.includes('number')
    ? [...bytes.subarray(0, 15)].map((byte) => 1 + (byte % 9)).join('')
    : [...bytes.subarray(0, 24)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

/** Text of JSON in Base64, as of `userDataBase64`. */
export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Words of a text in which a secret or Base64 of one could be, each once: most of a report is said again and again. */
export function wordsOf(text: string): string {
  return [...new Set(text.match(/[A-Za-z0-9+/]{12,}/g))].join(' ');
}

/** Whether words have a secret in them: all of it or a telling part, as it is or in Base64. */
export function leaks(words: string, secret: string): boolean {
  return partsOf(secret).some((part) => words.includes(part));
}

const known = new Map<string, readonly string[]>();

function partsOf(secret: string): readonly string[] {
  let parts = known.get(secret);
  if (parts === undefined) {
    parts = [
      ...Array.from({ length: secret.length - TELLING + 1 }, (_, i) => secret.slice(i, i + TELLING)),
      // Base64 of what is around it too: three ways to begin, without the letters that the neighbours share.
      ...[0, 1, 2].map((shift) => base64('x'.repeat(shift) + secret).slice(4, 4 + 2 * TELLING)),
    ];
    known.set(secret, parts);
  }
  return parts;
}
