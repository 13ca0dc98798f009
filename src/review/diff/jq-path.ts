import type { IgnoredStep } from './ignore-rules';

/** `.key`, `."key"`, `["key"]`, `[0]`, `[]`, or `| select(.a.b == "value")`. */
const STEP =
  /\s*(?:\|\s*select\(\s*((?:\.[A-Za-z_][\w-]*)+)\s*==\s*("(?:[^"\\]|\\.)*"|-?\d+|true|false)\s*\)|\.?\["((?:[^"\\]|\\.)*)"\]|\.?\[(\d*)\]|\."((?:[^"\\]|\\.)*)"|\.([A-Za-z_][\w-]*)|\|\s*(?=\.))\s*\??/y;

/** The path that an expression of jq stands for; nothing where it is more than a path. */
export function parseJq(text: string): IgnoredStep[] | undefined {
  const steps: IgnoredStep[] = [];
  const source = unwrapped(text.trim());
  let at = 0;
  while (at < source.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(source);
    if (match === null || match[0] === '') {
      return undefined;
    }
    const [, where, equals, bracketed, position, quoted, plain] = match;
    if (where !== undefined) {
      // `a[] | select(.x == 1)` chooses among what `[]` gave.
      if (steps.at(-1) === 'every') {
        steps.pop();
      }
      steps.push({ where: where.slice(1).split('.'), equals: JSON.parse(equals!) });
    } else if (position !== undefined) {
      steps.push(position === '' ? 'every' : { key: position });
    } else {
      const key = bracketed ?? quoted ?? plain;
      if (key !== undefined) {
        steps.push({ key });
      }
    }
    at = STEP.lastIndex;
  }
  return steps.length === 0 ? undefined : steps;
}

/** Parentheses around a part change nothing about a path: `(.a[] | select(.b == 1)).c`. */
function unwrapped(text: string): string {
  const match = /^\(((?:[^()]|\([^()]*\))*)\)(.*)$/s.exec(text);
  return match === null ? text : `${match[1]}${match[2]}`;
}
