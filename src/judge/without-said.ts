import type { Finding } from '../findings/finding';
import { declaredPath } from '../model/declared-path';

/** What the declaration says already, in the words of the user, need not be said again of the object. */
export function withoutSaid(findings: readonly Finding[], said: readonly Finding[]): Finding[] {
  if (said.length === 0) {
    return [...findings];
  }
  const told = new Set(said.map(({ code, object }) => `${code} ${JSON.stringify(object)}`));
  const wrong = said.filter(({ severity }) => severity === 'error');
  return findings.filter((finding) => {
    const subject = JSON.stringify(finding.object);
    // Codes of reading and shape are of many mistakes, so that the key has to be the same; the others are of one.
    const isOfShape = /^PV(00|802)/.test(finding.code);
    const isTold = !isOfShape && told.has(`${finding.code} ${subject}`);
    return !isTold && !(/^PV04/.test(finding.code) && wrong.some((each) => isAround(each, finding, subject)));
  });
}

/** Whether a declaration is wrong at the key that makes the structure of its object wrong, or beside it in the same part. */
function isAround(said: Finding, finding: Finding, subject: string): boolean {
  const key = declaredPath(finding);
  const part = key?.replace(/(?:\.|\[)[^.[]*$/, '');
  const path = said.path ?? '';
  return (
    key !== undefined &&
    JSON.stringify(said.object) === subject &&
    (path === key || path.endsWith(`.${key}`) || (part !== key && path.replaceAll('"', '').includes(part ?? key)))
  );
}
