import { CODES } from '../findings/codes';
import { chooseFrom, suggestionFor } from '../findings/suggestion';
import { findingsPage } from '../workspace/findings-page';
import type { Command } from './command';
import type { ExitCode, Io } from './io';

const EXAMPLES = `
Examples:
  polyvirt explain PV105                     what it means, its impact, how to see it, what to do
  polyvirt explain gate/ImageVolume          the life of a feature gate, and its support by architecture

Exit codes: 0 well; 1 there is no such code; 2 called wrongly.`;

/** `polyvirt explain CODE`: the page of a finding. */
export const explain: Command = {
  configure: (commander) =>
    commander.argument('<code>', 'code of a finding, or gate/NAME').addHelpText('after', EXAMPLES),
  run: async (args, _options, io) => runExplain(args[0] ?? '', io),
};

function runExplain(asked: string, io: Io): ExitCode {
  if (asked.startsWith('gate/')) {
    return (require('./explain-gate') as typeof import('./explain-gate')).explainGate(asked.slice('gate/'.length), io);
  }
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
  io.out(`${page.replace(/\*\*(\w+)\.\*\*/g, '$1:')}\n`);
  return 0;
}
