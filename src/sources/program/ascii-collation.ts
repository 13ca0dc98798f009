/** ASCII in the order of the root collation of CLDR, without letters: what Node with full data of languages goes by. */
const ORDER = '\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789';

/** Where a character comes; letters after all others, whatever their case. Nothing beyond ASCII, nor of what is ignored there. */
function weightOf(code: number): number | undefined {
  const letter = code | 0x20;
  if (letter >= 97 && letter <= 122) {
    return letter;
  }
  const place = ORDER.indexOf(String.fromCharCode(code));
  return place === -1 ? undefined : place;
}

/**
 * Compares two texts as `localeCompare` does: first without case, then lower case before upper case.
 *
 * @returns nothing where either has a character whose place depends on more than this table
 */
export function compareAscii(a: string, b: string): -1 | 0 | 1 | undefined {
  let byCase = 0;
  let byLetter = 0;
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a, b].map((text) => (i < text.length ? weightOf(text.charCodeAt(i)) : -1));
    if (left === undefined || right === undefined) {
      return undefined;
    }
    byLetter ||= left - right;
    // A lower case letter has the larger code.
    byCase ||= left === right && left !== -1 ? b.charCodeAt(i) - a.charCodeAt(i) : 0;
  }
  return Math.sign(byLetter || byCase) as -1 | 0 | 1;
}
