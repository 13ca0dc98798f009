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

/** One cell of comma-separated values. What begins like a formula is made text, since a spreadsheet would run it. */
export function csvCell(value: string): string {
  const safe = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Data as JSON without a hidden character in it: JSON itself leaves marks of direction and C1 controls as they are. */
export function jsonText(value: unknown, indent?: number): string {
  return visible(JSON.stringify(value, undefined, indent));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of any origin for HTML and XML, in elements and in quoted attributes. */
export function markupText(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** What XML 1.0 has no way to write, not even as a reference. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids, and C1, which it discourages.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Text for an element of XML that programs read: what cannot be written is replaced, and quotes stay. */
export function xmlContent(text: string): string {
  const writable = text.toWellFormed().replace(UNWRITABLE, '\ufffd');
  return visible(
    writable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;'),
  );
}

/** The same for a quoted attribute, of which a reader turns bare white space into blanks. */
export function xmlAttribute(text: string): string {
  return xmlContent(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}

/** The message of a workflow command of GitHub, as its toolkit escapes it: a line that began a second one would be obeyed. */
export function commandData(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property of one, which ends at a comma. */
export function commandProperty(text: string): string {
  return commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/**
 * What a page may do, as a tag of its head: run its one script and look as its one style says, each by its hash, and nothing
 * else. Attributes such as `onclick` and `style` are not among it, so no text that got into a page could use them.
 *
 * @param sha256 of a text, in base64
 * @param style exactly what is between `<style>` and `</style>`
 * @param script exactly what is between `<script>` and `</script>`; absent where the page has none
 */
export function contentPolicy(sha256: (text: string) => string, style: string, script?: string): string {
  const rules = [
    "default-src 'none'",
    `style-src 'sha256-${sha256(style)}'`,
    ...(script === undefined ? [] : [`script-src 'sha256-${sha256(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`;
}
