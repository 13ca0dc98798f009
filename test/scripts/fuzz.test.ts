import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const SCRIPT = resolve(__dirname, '../../scripts/fuzz.mjs');

function fuzz(...args: string[]): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return { status, stdout };
}

test('400 inputs that are almost right are taken well; npm run fuzz takes more', () => {
  const { status, stdout } = fuzz('--count', '400', '--seed', '21');
  // The whole report, so that a failure says how to see it again.
  expect(stdout).toMatch(/^\n400 inputs in 13 modes, seed 21: 0 failed in 0 ways; \d+ per second\n$/);
  expect(status).toBe(0);
});

test('an input follows from its seed and number, and modes can be chosen', () => {
  const [first, again, other] = ['4711', '4711', '4712'].map(
    (only) => fuzz('--seed', '7', '--mode', 'review,place', '--only', only, '--show').stdout.split('\n\n')[0],
  );
  expect(first).toContain('"argv":["place"');
  expect(again).toBe(first);
  expect(other).toContain('"argv":["review"');
});

test('a mode that is none is a wrong call', () => {
  expect(fuzz('--mode', 'constructor').status).toBe(2);
});
