import { visible } from './characters';

/**
 * Text that stays text in Markdown: no cell, markup, link, image, formula or tag of its own, no block where it begins a line,
 * no mention, which would call a person to a comment that is not for them, and no reference, which would leave a trace in
 * an issue of another repository.
 *
 * A forge makes links of bare addresses too, and from those to issues it makes references: their colon is an entity.
 */
export function markdownText(text: string): string {
  return (
    visible(text)
      .replace(/\s*[\r\n]\s*|\t/g, ' ')
      .trim()
      .replace(/[\\`*_~[|]/g, '\\$&')
      .replaceAll('&', '&amp;')
      // Before anything that writes a number of its own.
      .replace(/(#|!|&amp;|\bGH-)(?=\d)/gi, '$1&#8203;')
      .replaceAll('<', '&lt;')
      .replaceAll('](', '&#93;(')
      .replaceAll('$', '&#36;')
      .replace(/(?<=^|[^\w])(https?|ftp|mailto|xmpp|javascript|data|vbscript):/gi, '$1&#58;')
      .replace(/(?<=\bwww)\./gi, '&#46;')
      .replace(/(?<!\w)@/g, '@&#8203;')
      .replace(/^(?:[#>+=]|-(?=-)|\d+(?=[.)]))/, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`))
  );
}

/** The same between tags of ours, where Markdown is not read and a backslash is a backslash. */
export function markdownTagText(text: string): string {
  return markdownText(text).replace(/\\(.)/g, (_, sign: string) => (sign === '|' ? sign : `&#${sign.charCodeAt(0)};`));
}
