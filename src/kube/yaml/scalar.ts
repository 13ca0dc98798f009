/**
 * Strings as YAML scalars that every reader takes for the same string: YAML 1.1 (which Kubernetes speaks) and 1.2.
 *
 * Plain only what is plainly text. Everything else is quoted: the list of what some reader takes for a number, a date,
 * a truth or a base-60 time is long, and a quote costs two bytes.
 */

/** Words from letters, digits and signs that mean nothing to YAML, starting with a letter or a slash. */
const PLAIN = /^[A-Za-z/][A-Za-z0-9_./@+=%~-]*(?: [A-Za-z0-9_./@+=%~(),-]+)*$/;

/** References and addresses: a colon is safe between other signs once the text cannot be a time or a MAC address. */
const REFERENCE = /^[A-Za-z][A-Za-z0-9_.@+=%~-]*(?::\/)?\/[A-Za-z0-9_./@+=%~:-]*[A-Za-z0-9_/=-]$/;

/** `8Gi`, `500m`: what quantities look like in every manifest. No exponents, which are numbers. */
const QUANTITY = /^[1-9][0-9]*(?:[KMGTP]i|[mkMGTP])$/;

/** What YAML 1.1 takes for something else, in any case, plus `e1000` and `E-2`, which some readers take for a number. */
const MISREAD = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|e[-+]?[0-9]+)$/i;

/**
 * Control characters but tab and newline, separators of lines and paragraphs, marks that turn the direction of text around,
 * what joins no letters and has no width, halves of pairs, byte order marks: all but these. (Joiners, U+200C and U+200D, and
 * variation selectors are parts of words and emoji.) By their numbers, since looking up `\p{Cc}` and the like takes a third of a millisecond in every start.
 */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself.
  /[^\t\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u200a\u200c\u200d\u2010-\u2027\u202f-\u205f\u2070-\u3163\u3165-\ud7ff\ue000-\ufefe\uff00-\uff9f\uffa1-\uffef\ufffc\ufffd\u{10000}-\u{1bc9f}\u{1bca4}-\u{1d172}\u{1d17b}-\u{dffff}\u{f0000}-\u{10ffff}]/u;

/** One line of a scalar: plain where that is safe, in double quotes otherwise. */
export function flowScalar(text: string): string {
  return isPlain(text) ? text : quoted(text);
}

function isPlain(text: string): boolean {
  return (PLAIN.test(text) || REFERENCE.test(text) || QUANTITY.test(text)) && !MISREAD.test(text);
}

/** What JSON leaves as it is and YAML readers do not allow, or fold, or a person who reads the file does not see. */
const ESCAPED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself.
  /[\u007f-\u009f\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{effff}]/gu;

/** JSON's strings are YAML's, once the characters are escaped that YAML does not allow or would fold. */
function quoted(text: string): string {
  // Half of a surrogate pair has no place in UTF-8: it is written as the replacement character, as an encoder would.
  const whole = JSON.stringify(text.toWellFormed());
  return whole.replace(ESCAPED, (character) => {
    const number = character.codePointAt(0)!.toString(16);
    return number.length > 4 ? `\\U${number.padStart(8, '0')}` : `\\u${number.padStart(4, '0')}`;
  });
}

/**
 * Several lines as a literal block, so that a script in a manifest reads like one; nothing where a block could be read
 * as something else (leading blanks, blank lines with blanks in them, characters that must be escaped).
 */
export function literalBlock(text: string, indent: string): string | undefined {
  if (!text.includes('\n') || /^[\n \t]/.test(text) || /^[ \t]+$/m.test(text) || UNPRINTABLE.test(text)) {
    return undefined;
  }
  const body = text.replace(/\n+$/, '');
  const trailing = text.length - body.length;
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
  const chomping = trailing === 0 ? '-' : trailing === 1 ? '' : '+';
  return `|${chomping}\n${lines.join('\n')}${'\n'.repeat(Math.max(0, trailing - 1))}`;
}
