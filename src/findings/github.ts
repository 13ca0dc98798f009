import { commandData, commandProperty } from '../escape/workflow-command';
import { slashed } from './file-uri';
import type { Severity } from './finding';
import type { Judgement } from './judgement';
import type { ShownFinding } from './shown-finding';
import { messageText, shortened, subjectText } from './text';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const satisfies Record<Severity, string>;

/** Workflow commands of GitHub Actions, one line per finding: annotations at the lines of a pull request. */
export function renderGithub({ findings }: Judgement): string {
  return findings.map((finding) => `${commandOf(finding)}\n`).join('');
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
