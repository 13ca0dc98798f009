import type { Finding } from '../findings/finding';
import { environmentSecrets, KnownSecrets } from '../findings/secrets/known-secrets';
import { withoutContents } from '../findings/secrets/secret-text';
import { guardedBy, type ShownFinding, shownFinding } from '../findings/shown-finding';
import { renderDecisive, renderText, sentence } from '../findings/text';
import { withoutFileValues } from './file-values';
import { readGiven } from './given';
import type { Environment } from './settings';

/** More than these do not fit a message; `polyvirt synth` shows all. */
const SHOWN = 10;

/**
 * Text for stderr when nothing is printed: one line that says it all, since Argo CD's list shows no more, then the
 * reasons and the other errors. No colour, no secret, no values of parameters or files.
 *
 * @param texts the files that were read
 */
export function failureText(findings: readonly Finding[], env: Environment, texts: readonly string[] = []): string {
  const errors = toldFindings(
    findings.filter(({ severity }) => severity === 'error'),
    env,
    texts,
  );
  const [first, ...others] = errors;
  if (first === undefined) {
    return 'error: nothing was printed, and no reason is known.\n';
  }
  const count = errors.length === 1 ? '' : ` (the first of ${errors.length} errors)`;
  const rest = others.slice(0, SHOWN - 1).map((finding) => `${renderText(finding)}\n`);
  const more = errors.length > SHOWN ? `And ${errors.length - SHOWN} more: polyvirt synth shows all.\n` : '';
  const text = `${renderDecisive(first)}${count}\n  ${sentence(first.why)}\n${rest.join('')}${more}`;
  return environmentSecrets(env).without(text);
}

/** What a log is told when all went well: warnings, one line each. */
export function noticeText(findings: readonly Finding[], env: Environment, texts: readonly string[] = []): string {
  const lines = toldFindings(findings, env, texts).map((finding) => `${renderDecisive(finding)}\n`);
  return environmentSecrets(env).without(lines.join(''));
}

/** What a program printed, for the log. */
export function printedText(printed: string, env: Environment): string {
  const text = environmentSecrets(env).without(printed);
  return text === '' ? '' : `The program printed:\n${text.endsWith('\n') ? text : `${text}\n`}`;
}

function toldFindings(findings: readonly Finding[], env: Environment, texts: readonly string[]): ShownFinding[] {
  const given = givenValues(env);
  return guardedBy(
    findings.map((finding) => withoutFileValues({ ...finding, what: withoutContents(finding.what) }, texts)),
    given,
  ).map((finding) => shownFinding(withOpenNames(finding, given)));
}

/** Whatever a user sets in an Application: it may be in the wrong parameter. The cluster is a name of ours. */
function givenValues(env: Environment): KnownSecrets {
  const known = new KnownSecrets();
  for (const { name, string, array = [], map = {} } of readGiven(env.ARGOCD_APP_PARAMETERS).given) {
    if (name !== 'cluster') {
      for (const value of [string ?? '', ...array, ...Object.values(map)]) {
        known.learnText(value);
      }
    }
  }
  return known;
}

/** A namespace that was given may be shown as one, as long as it can be one. */
function withOpenNames(finding: Finding, given: KnownSecrets): Finding {
  const { object } = finding;
  const isName = (text: unknown) => typeof text !== 'string' || /^[a-z0-9.-]*$/.test(text);
  if (object === undefined || (isName(object.name) && isName(object.namespace))) {
    return finding;
  }
  const { name, namespace } = object;
  return {
    ...finding,
    object: {
      ...object,
      name: given.without(name),
      ...(namespace === undefined ? {} : { namespace: given.without(namespace) }),
    },
  };
}
