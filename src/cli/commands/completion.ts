import { Argument } from 'commander';
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion/scripts';
import type { Command } from '../start/command';

const EXAMPLES = `
Examples:
  source <(polyvirt completion bash)             in ~/.bashrc
  source <(polyvirt completion zsh)              in ~/.zshrc, after compinit
  polyvirt completion fish > ~/.config/fish/completions/polyvirt.fish

Completes commands, options and their values: formats, releases, architectures, finding codes, gates, hypervisors.
"kubectl polyvirt" is completed by kubectl itself, with the kubectl_complete-polyvirt that npm installs next to polyvirt.

Exit codes: 0 success; 2 usage error.`;

/** `polyvirt completion SHELL`: the script that a shell loads. */
export const completion: Command = {
  configure: (commander) =>
    commander.addArgument(new Argument('<shell>', 'which shell').choices([...SHELLS])).addHelpText('after', EXAMPLES),
  run: async ([shell], _options, io) => {
    io.out(COMPLETION_SCRIPTS[shell as Shell]);
    return 0;
  },
};
