import type { Finding } from '../findings/finding';
import { renderDecisive, renderText, sentence } from '../findings/text';
import { scrubbed, withoutContents } from './scrub';
import type { Environment } from './settings';

/** More than these tell nobody anything; `polyvirt synth` shows all. */
const SHOWN = 10;

/**
 * What goes to stderr when nothing is printed: one line that says it all, since Argo CD's list shows no more, then the
 * reasons and the other errors. No colour, no secret, no contents of files.
 */
export function failureText(findings: readonly Finding[], env: Environment): string {
  const errors = findings
    .filter(({ severity }) => severity === 'error')
    .map((finding) => ({ ...finding, what: withoutContents(finding.what) }));
  const [first, ...others] = errors;
  if (first === undefined) {
    return 'error: nothing was printed, and no reason is known.\n';
  }
  const count = errors.length === 1 ? '' : ` (the first of ${errors.length} errors)`;
  const rest = others.slice(0, SHOWN - 1).map((finding) => `${renderText(finding)}\n`);
  const more = errors.length > SHOWN ? `And ${errors.length - SHOWN} more: polyvirt synth shows all.\n` : '';
  return scrubbed(`${renderDecisive(first)}${count}\n  ${sentence(first.why)}\n${rest.join('')}${more}`, env);
}

/** What a log is told when all went well: warnings, one line each. */
export function noticeText(findings: readonly Finding[], env: Environment): string {
  return scrubbed(findings.map((finding) => `${renderDecisive(finding)}\n`).join(''), env);
}
