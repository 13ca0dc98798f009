import { CODES } from '../findings/codes';
import { chooseFrom, suggestionFor } from '../findings/suggestion';
import { findingsPage } from '../workspace/findings-page';
import type { Command } from './command';
import type { ExitCode, Io } from './io';

const EXAMPLES = `
Examples:
  polyvirt explain PV105                     what it means, its impact, what to do, an example

Exit codes: 0 well; 1 there is no such code; 2 called wrongly.`;

/** `polyvirt explain CODE`: the page of a finding. */
export const explain: Command = {
  configure: (commander) => commander.argument('<code>', 'code of a finding').addHelpText('after', EXAMPLES),
  run: async (args, _options, io) => runExplain(args[0] ?? '', io),
};

function runExplain(asked: string, io: Io): ExitCode {
  const page = findingsPage(asked.toUpperCase());
  if (page === undefined) {
    const codes = Object.keys(CODES);
    const near = suggestionFor(asked.toUpperCase(), codes);
    const fix =
      near === undefined
        ? `Codes are ${codes[0]} to ${codes.at(-1)}; see docs/findings.md.`
        : `${chooseFrom(near, [near])}.`;
    io.err(`error: there is no finding ${asked}. ${fix}\n`);
    return 1;
  }
  io.out(`${plainText(page)}\n`);
  return 0;
}

/** A page without its Markdown: headings with a colon, blocks indented. */
function plainText(page: string): string {
  return page
    .replace(/^```\w*\n(.*?)^```$/gms, (_, block: string) => block.trimEnd().replace(/^(?=.)/gm, '    '))
    .replace(/\*\*(\w+)\.\*\*/g, '$1:');
}
