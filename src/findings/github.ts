import { commandData, commandProperty } from './escape/formats';
import type { Severity } from './finding';
import type { Judgement } from './judgement';
import { type NotJudged, notJudgedAdvice } from './not-judged';
import { type ShownFinding, slashed } from './shown-finding';
import { messageText, sentence, shortened, subjectText } from './text';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const satisfies Record<Severity, string>;

/** Workflow commands of GitHub Actions, one line per finding: annotations at the lines of a pull request. */
export function renderGithub({ findings, notJudged }: Judgement): string {
  return [...findings.map(commandOf), ...notJudged.map(noticeOf)].map((command) => `${command}\n`).join('');
}

/** What was not judged is no fault: a notice, at the file where there is one. */
function noticeOf(item: NotJudged): string {
  const file = item.file === undefined ? '' : `file=${commandProperty(slashed(item.file))},`;
  return `::notice ${file}title=not judged::${commandData(sentence(notJudgedAdvice(item)))}`;
}

function commandOf(finding: ShownFinding): string {
  const { code, severity, file, line, column, object, path = '' } = finding;
  const properties = [
    ['file', file === undefined ? undefined : slashed(file)],
    ['line', line],
    ['col', column],
    ['title', code],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${commandProperty(String(value))}`)
    .join(',');
  const where = [subjectText(object), path].filter((part) => part !== '').join(', ');
  const message = `${where === '' ? '' : `${shortened(where)}: `}${messageText(finding)}`;
  return `::${COMMANDS[severity]} ${properties}::${commandData(message)}`;
}
