import { visible } from './characters';

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
