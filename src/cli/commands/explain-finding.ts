import { chooseFrom, suggestionFor } from '../../findings/suggestion';
import { type FindingPage, unindented } from '../../rules/page';
import { PAGES } from '../../rules/pages';
import type { CommandIo, ExitCode } from '../start/io';

/** Prints the page of a code, or of the code that an alert of upstream belongs to. */
export function explainFinding(asked: string, io: CommandIo): ExitCode {
  const code = asked.toUpperCase();
  const found = PAGES.find((page) => page.code === code || page.alerts?.includes(asked));
  if (found !== undefined) {
    io.out(pageText(found));
    return 0;
  }
  const near =
    suggestionFor(
      code,
      PAGES.map((page) => page.code),
    ) ??
    suggestionFor(
      asked,
      PAGES.flatMap(({ alerts = [] }) => alerts),
    );
  const fix =
    near === undefined
      ? `Codes are ${PAGES[0]!.code} to ${PAGES.at(-1)!.code}; see docs/findings/README.md.`
      : `${chooseFrom(near, [near])}.`;
  io.err(`error: there is no finding ${asked}. ${fix}\n`);
  return 1;
}

/** A page for a terminal: headings with a colon, blocks indented. */
function pageText({ code, severity, title, alerts = [], page, example }: FindingPage): string {
  const { text, output } = example();
  const facts = [`Severity: usually ${severity}`, ...(alerts.length === 0 ? [] : [`Alert: ${alerts.join(', ')}`])];
  const sections = Object.entries(page()).map(
    ([name, paragraph]) => `${name[0]!.toUpperCase()}${name.slice(1)}: ${withoutLinks(paragraph)}`,
  );
  return [`${code} ${title}`, ...sections, ...facts, 'Example:', indented(text), 'Output:', indented(output)]
    .map((part) => `${part}\n`)
    .join('\n');
}

function withoutLinks(paragraph: string): string {
  return paragraph.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

function indented(text: string): string {
  return unindented(text).replace(/^(?=.)/gm, '    ');
}
