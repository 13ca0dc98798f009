import { shownPath } from '../../sources/host/workspace-error';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { VERSION } from '../start/version';
import { type StarterLanguage, writeStarter } from './starter';

const EXAMPLES = `
Examples:
  polyvirt init                              polyvirt.yaml in this folder: YAML only, no code
  polyvirt init --typescript infra           a cdk8s app in the folder infra

Exit codes: 0 success; 1 a file or another platform already exists there; 2 usage error.`;

interface InitOptions {
  readonly typescript?: boolean;
  readonly yaml?: boolean;
}

/** `polyvirt init [dir]`: a starter that synthesizes at once. */
export const init: Command = {
  configure: (commander) =>
    commander
      .argument('[dir]', 'folder to create it in', '.')
      .option('--yaml', 'polyvirt.yaml, with its JSON Schema for editors (default)')
      .option('--typescript', 'a cdk8s app')
      .addHelpText('after', EXAMPLES),
  run: async (args, options, io) => runInit(args[0] ?? '.', options as InitOptions, io),
};

function runInit(folder: string, { typescript, yaml }: InitOptions, io: CommandIo): ExitCode {
  if (typescript === true && yaml === true) {
    io.err('error: --typescript and --yaml are two starters: use one of them.\n');
    return 2;
  }
  const language: StarterLanguage = typescript === true ? 'typescript' : 'yaml';
  const { written, unchanged, kept } = writeStarter(folder, language, VERSION);
  const enter = folder === '.' ? '' : `cd ${shownPath(folder)} && `;
  const next = language === 'yaml' ? 'polyvirt synth' : 'npm install && npm run synth';
  const lines = [
    ...said('written', written),
    ...said('there already', unchanged),
    ...said('left as it is', kept),
    `next: ${enter}${next}`,
  ];
  io.err(`${lines.join('\n')}\n`);
  return 0;
}

function said(what: string, files: readonly string[]): string[] {
  return files.length === 0 ? [] : [`${what}: ${files.join(', ')}`];
}
