import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../app-folder';

test('renders that are killed at random moments leave no process, no file and no part of an output', () => {
  // Before a release it is run with 1,000.
  const args = [join(ROOT, 'scripts/kills.mjs'), '--count', '12', '--seed', '7'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stdout, stderr, status }).toEqual({
    stdout: expect.stringMatching(/^[1-9]\d* killed, \d+ ended before that; nothing is left\n$/),
    stderr: '',
    status: 0,
  });
});
