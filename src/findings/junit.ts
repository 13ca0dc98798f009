import { xmlAttribute, xmlContent } from './escape/formats';
import type { FindingObject } from './finding';
import { isFailure, type Judgement } from './judgement';
import { type NotJudged, notJudgedAdvice } from './not-judged';
import { type ShownFinding, slashed } from './shown-finding';
import { messageText, placeText, sentence } from './text';

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
