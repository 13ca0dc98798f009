// Runs inputs one after the other, in this process. The parent looks at the number of the one that is under way.
import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inputAt } from './inputs.mjs';
import { judge } from './judge.mjs';
import { minimised } from './minimise.mjs';

const { seed, from, to, modes, folder, show } = JSON.parse(process.argv[2]);
process.env.POLYVIRT_CACHE = 'off';
// A question to git would leave the folder.
process.env.GIT_CEILING_DIRECTORIES = folder;
const work = join(folder, 'work');
mkdirSync(work, { recursive: true });
process.chdir(work);
const progress = openSync(join(folder, 'progress'), 'w');

for (let index = from; index < to; index++) {
  writeSync(progress, String(index).padEnd(12), 0);
  const input = inputAt(seed, index, modes);
  const problem = await judge(input, work);
  if (problem !== undefined) {
    process.send({ index, mode: input.mode, problem });
  }
  if (show) {
    const shown = problem === undefined ? input : await minimised(input, work);
    const { argv, env = {}, files } = shown;
    const texts = Object.entries(files).map(([name, text]) => `--- ${name}\n${text}`);
    console.log([JSON.stringify({ argv, env }), ...texts].join('\n'));
  }
}
writeSync(progress, String(to).padEnd(12), 0);
process.disconnect();
