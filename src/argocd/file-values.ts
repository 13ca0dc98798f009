import type { Finding } from '../findings/finding';
import { asText } from '../kube/object';

/** What stands for a value of a file. */
const VALUE = 'this value';

/**
 * A finding without the values that it quotes from files: all users who see the Application see it, and not all of
 * them sees the repository. The path and the line say which value it is.
 *
 * @param texts the files
 */
export function withoutFileValues(finding: Finding, texts: readonly string[]): Finding {
  const quoted: string[] = [];
  const what = finding.what.replace(QUOTED, (text: string) => {
    const value = meant(text);
    if (value === '' || isNamed(finding, value) || !texts.some((each) => each.includes(value) || each.includes(text))) {
      return text;
    }
    quoted.push(text);
    return VALUE;
  });
  return quoted.length === 0
    ? finding
    : { ...finding, what, fix: quoted.reduce((fix, text) => fix.replaceAll(text, VALUE), finding.fix) };
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

function meant(text: string): string {
  try {
    // Long values are cut.
    return asText(JSON.parse(text)).replace(/\u2026$/, '');
  } catch {
    return text.slice(1, -1);
  }
}

/** The names of objects and keys are what a person looks for. */
function isNamed({ object, path = '' }: Finding, value: string): boolean {
  return object?.name === value || object?.namespace === value || path.split(/[.[\]]+/).includes(value);
}
