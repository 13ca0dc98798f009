import { commandData, commandProperty, markdownText, xmlAttribute, xmlContent } from './escape/formats';
import type { FindingObject, Severity } from './finding';
import { countFindings, isFailure, type Judgement } from './judgement';
import { type NotJudged, notJudgedAdvice } from './not-judged';
import { type ShownFinding, slashed } from './shown-finding';
import { messageText, placeText, sentence, shortened, subjectText } from './text';

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

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly findings: ShownFinding[];
}

/**
 * JUnit's XML: a test case per object, and one per file or call that something is said of without an object.
 *
 * What fails the command is one failure with everything in it, as many readers show only the first of a case. The rest
 * is in system-out; "skipped" is what was not judged.
 */
export function renderJunit({ findings, names, notJudged, strict }: Judgement): string {
  const cases = casesOf(findings, names);
  const failures = cases.filter((one) => one.findings.some((finding) => isFailure(finding, strict))).length;
  const counts = `tests="${cases.length + notJudged.length}" failures="${failures}" errors="0" skipped="${notJudged.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="polyvirt" ${counts}>`,
    `  <testsuite name="polyvirt check" ${counts}>`,
    ...cases.map((one) => caseText(one, strict)),
    ...notJudged.map(skippedText),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function casesOf(findings: readonly ShownFinding[], objects: readonly FindingObject[]): Case[] {
  const cases = new Map<string, Case>();
  const caseOf = (object: FindingObject | undefined, file = 'command line'): Case => {
    const [classname, name] =
      object === undefined
        ? ['polyvirt', file]
        : [object.kind, `${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name}`];
    const key = [object?.apiVersion ?? '', classname, name].join('\0');
    const known = cases.get(key) ?? { classname, name, findings: [] };
    cases.set(key, known);
    return known;
  };
  for (const object of objects) {
    caseOf(object);
  }
  for (const finding of findings) {
    caseOf(finding.object, finding.file).findings.push(finding);
  }
  return [...cases.values()];
}

function caseText({ classname, name, findings }: Case, strict: boolean): string {
  const failing = findings.filter((finding) => isFailure(finding, strict));
  const others = findings.filter((finding) => !isFailure(finding, strict));
  const file = findings.find((finding) => finding.file !== undefined)?.file;
  const open =
    `    <testcase classname="${xmlAttribute(classname)}" name="${xmlAttribute(name)}"` +
    `${file === undefined ? '' : ` file="${xmlAttribute(slashed(file))}"`}`;
  if (findings.length === 0) {
    return `${open}/>`;
  }
  return [
    `${open}>`,
    ...failureText(failing),
    ...(others.length === 0 ? [] : [`      <system-out>${xmlContent(linesOf(others))}</system-out>`]),
    '    </testcase>',
  ].join('\n');
}

function skippedText(item: NotJudged): string {
  const file = item.file === undefined ? '' : ` file="${xmlAttribute(slashed(item.file))}"`;
  return [
    `    <testcase classname="not judged" name="${xmlAttribute(item.name)}"${file}>`,
    `      <skipped message="${xmlAttribute(sentence(notJudgedAdvice(item)))}"/>`,
    '    </testcase>',
  ].join('\n');
}

function failureText(failing: readonly ShownFinding[]): string[] {
  const [first] = failing;
  if (first === undefined) {
    return [];
  }
  const more = failing.length === 1 ? '' : ` (and ${failing.length - 1} more)`;
  const message = xmlAttribute(`${first.code}: ${sentence(first.what)}${more}`);
  return [
    `      <failure message="${message}" type="${xmlAttribute(first.code)}">${xmlContent(linesOf(failing))}</failure>`,
  ];
}

function linesOf(findings: readonly ShownFinding[]): string {
  return findings
    .map((finding) => {
      const where = [placeText(finding), finding.path ?? ''].filter((part) => part !== '').join(', ');
      return `${finding.severity} ${finding.code}${where === '' ? '' : ` at ${where}`}: ${messageText(finding)}`;
    })
    .join('\n');
}

/** A comment on GitHub holds 65,536 characters; this leaves room for what others write around it. */
const BUDGET = 60_000;

/** Longer than the line that says how many were left out. */
const RESERVE = 200;

const TITLES = { error: 'Errors', warning: 'Warnings', info: 'Infos' } as const satisfies Record<Severity, string>;

/** Markdown for a comment or a job summary: the verdict, then a table per severity, the gravest first. */
export function renderMarkdown({ findings, notJudged, objects, strict }: Judgement): string {
  const failed = findings.some((finding) => isFailure(finding, strict));
  const count = `${objects} ${objects === 1 ? 'object' : 'objects'}`;
  const unseen = notJudged.length === 0 ? '' : `; not judged: ${notJudged.length}`;
  let text = `**polyvirt check ${failed ? 'failed' : 'passed'}**: ${count}; findings: ${countFindings(findings)}${unseen}\n`;
  text += notJudgedPart(notJudged);
  let told = 0;
  for (const severity of ['error', 'warning', 'info'] as const) {
    const rows = findings.filter((finding) => finding.severity === severity).map(rowOf);
    for (const [i, row] of rows.entries()) {
      const added = i === 0 ? `${headOf(severity)}${row}` : row;
      if (text.length + added.length > BUDGET - RESERVE) {
        return `${text}\n${leftOut(findings.length - told)}\n`;
      }
      text += added;
      told += 1;
    }
  }
  return text;
}

/** So many are told one by one. */
const MOST_NOT_JUDGED = 50;

function notJudgedPart(items: readonly NotJudged[]): string {
  const more = items.length - MOST_NOT_JUDGED;
  const lines = items.slice(0, MOST_NOT_JUDGED).map((item) => `- ${markdownText(shortened(notJudgedAdvice(item)))}\n`);
  return items.length === 0 ? '' : `\n### Not judged\n\n${lines.join('')}${more > 0 ? `- and ${more} more\n` : ''}`;
}

function headOf(severity: Severity): string {
  return `\n### ${TITLES[severity]}\n\n| Code | Object | Place | What | Fix |\n|---|---|---|---|---|\n`;
}

function leftOut(count: number): string {
  return `${count} more ${count === 1 ? 'finding was' : 'findings were'} left out for length; \`polyvirt check\` lists all.`;
}

function rowOf(finding: ShownFinding): string {
  const place = [placeText(finding), finding.path ?? ''].filter((part) => part !== '').join(', ');
  const cells = [
    finding.code,
    shortened(subjectText(finding.object)),
    shortened(place),
    sentence(finding.what),
    sentence(finding.fix),
  ];
  return `| ${cells.map(markdownText).join(' | ')} |\n`;
}
