// Finds out which modules a usual run needs, by running the program: nothing of that is written down anywhere.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * What happens when platforms as most have them are rendered and checked.
 *
 * @param cli the folder of the compiled program, as modules
 * @returns `used`, the modules of which something was asked; `loaded`, those that came with them, as the rules for kinds that
 *   these platforms have none of
 */
export function usualModules(cli) {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-build-'));
  try {
    const [small, large] = [join(folder, 'small'), join(folder, 'large')];
    recorded(cli, ['init', '--yaml', small]);
    mkdirSync(large);
    copyFileSync(join(here, 'usual-platform.yaml'), join(large, 'polyvirt.yaml'));
    const runs = [small, large].flatMap((platform) => [
      ['synth', '--stdout', platform],
      ['synth', platform],
      ['check', join(platform, 'dist')],
      ['argocd', 'generate', platform],
    ]);
    const records = runs.map((words) => recorded(cli, words));
    return {
      used: new Set(records.flatMap(({ uses }) => [...reached(join(cli, 'run.js'), uses)])),
      loaded: new Set(records.flatMap(({ loaded }) => loaded)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Everything that a module uses, and what that uses: what asks for a module is not enough if nobody asks for the asker. */
function reached(start, uses) {
  const found = new Set([start]);
  for (const user of found) {
    for (const used of uses[user] ?? []) {
      found.add(used);
    }
  }
  return found;
}

function recorded(cli, words) {
  const recorder = join(here, 'record-uses.cjs');
  const { output, status } = spawnSync(process.execPath, ['-r', recorder, join(cli, 'bin.js'), ...words], {
    env: { ...process.env, POLYVIRT_CACHE: 'off' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (status !== 0) {
    throw new Error(`polyvirt ${words.join(' ')} does not work: ${output[2]}`);
  }
  return JSON.parse(output[3]);
}
