import { visible } from './characters';

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
