import { Lexer } from 'yaml';

/** The comment lines right above a line of a text, with their signs; blank lines between them end it. */
export function commentAbove(lines: readonly string[], line: number): string[] {
  const found: string[] = [];
  for (let at = line - 1; at >= 0 && /^\s*#/.test(lines[at]!); at--) {
    found.unshift(lines[at]!.trim());
  }
  return found;
}

/** What the lexer of `yaml` says before the text of a scalar. */
const SCALAR = '\x1f';

/** How many comments a text has; what looks like one inside of a text block, as `#cloud-config`, is none. */
export function countComments(text: string): number {
  // Most manifests have none, and to look costs less than to read.
  if (!/^\s*#|\s#/m.test(text)) {
    return 0;
  }
  let count = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    count += token.startsWith('#') && !isScalar ? 1 : 0;
    isScalar = token === SCALAR;
  }
  return count;
}
