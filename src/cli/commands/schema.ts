import { platformJsonSchema } from '../../model/read/platform-json-schema';
import type { Command } from '../start/command';

const EXAMPLES = `
Examples:
  polyvirt schema > polyvirt.schema.json     then add as the first line of polyvirt.yaml:
                                             # yaml-language-server: $schema=./polyvirt.schema.json

Exit codes: 0 success; 2 usage error.`;

/** `polyvirt schema`: what editors complete and check `polyvirt.yaml` by. */
export const schema: Command = {
  configure: (commander) => commander.addHelpText('after', EXAMPLES),
  run: async (_args, _options, io) => {
    io.out(`${JSON.stringify(platformJsonSchema(), undefined, 2)}\n`);
    return 0;
  },
};
