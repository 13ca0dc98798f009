import { withoutSecrets } from './secret-text';

/** What a program says of its own failure, without what is secret in it. */
export function thrownText(message: string): string {
  return withoutSecrets(withoutContents(message));
}

/** The first line of a failure, without what was being read: parsers like to quote that. */
export function withoutContents(message: string): string {
  const [line = ''] = message.split('\n');
  return /JSON/.test(line) && /(Unexpected|not valid|position)/.test(line)
    ? line.replace(/^([A-Za-z]*Error:|the app failed: [A-Za-z]*Error:).*$/s, '$1 a text is not valid JSON')
    : line;
}
