import { visible } from './characters';

/** Data as JSON without a hidden character in it: JSON itself leaves marks of direction and C1 controls as they are. */
export function jsonText(value: unknown, indent?: number): string {
  return visible(JSON.stringify(value, undefined, indent));
}

/** The same inside of a script of a page, which it must not end; texts in it are for showing, so they are made visible too. */
export function embeddedJson(value: unknown): string {
  return jsonText(JSON.parse(JSON.stringify(value), shown)).replaceAll('<', '\\u003c');
}

function shown(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? visible(value) : value;
}
