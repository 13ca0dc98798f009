/**
 * Characters that act on the program that shows them instead of being shown: controls of a terminal (C0, C1), marks that
 * turn the direction of text around, separators of lines that are no newline, everything of no width, and halves of
 * surrogate pairs. Newline and tab are not among them, nor is a carriage return before a newline.
 *
 * By their numbers, since looking up `\p{Cf}` and the like costs every start. They are `Cc`, `Zl`, `Zp`, `Cs`, what Unicode
 * calls Default_Ignorable_Code_Point, annotations (U+FFF9…FFFB), and U+FFFE and U+FFFF, which XML rejects.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself.
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\ud82f[\udca0-\udca3]|\ud834[\udd73-\udd7a]|[\udb40-\udb43][\udc00-\udfff]/g;

/**
 * Text of any origin with nothing in it that is not seen: `\u001b` instead of what begins a command of a terminal.
 *
 * The escapes are those of JSON. So JSON that passes through here says the same as before, and no format needs an escape
 * of its own for these characters.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, written);
}

/** The same as a part of one line: no name begins a line of its own, which might look like one of ours. */
export function oneLine(text: string): string {
  return visible(text).replace(/[\t\r\n]/g, written);
}

/** `\u001b`; two of them for a character beyond the first 65,536. */
function written(characters: string): string {
  let shown = '';
  for (let i = 0; i < characters.length; i++) {
    shown += `\\u${characters.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return shown;
}

/**
 * What every text passes on its way to a terminal, a log or a file, whatever its format: nothing hidden is left in it, and
 * nothing that GitHub Actions would obey. A runner obeys a line that begins with `::`, and `##[` anywhere in one.
 *
 * It is the last gate and not the only one: what a format takes for its own (a tag, a cell, a link, a newline that begins
 * a line like one of ours) only its renderer can tell from text.
 */
export function inert(text: string): string {
  return visible(text)
    .replaceAll('##[', '#\\u0023[')
    .replace(/^([^\S\n]*):(?=:)/gm, '$1\\u003a');
}
