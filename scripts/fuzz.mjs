// Gives polyvirt a great many inputs that are almost right, and says which of them it does not take well:
//
//     npm run fuzz                                    20,000 inputs in all modes, seed 1
//     npm run fuzz -- --count 100000 --seed 7         others
//     npm run fuzz -- --mode review,place             only these modes
//     npm run fuzz -- --jobs 1                        in one process instead of one for each processor
//     npm run fuzz -- --seed 7 --only 4711 --show     one of them again, with its files and the smallest that fails like it
//
// An input fails where polyvirt stops unexpectedly, takes longer than four seconds, ends with an exit code that it does not have or
// silently, or prints what no command may print: control characters, a secret, text that is not UTF-8, JSON that is not JSON.
// Every input follows from the seed and its number, so a failure comes again. The exit code is 1 where one fails.
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { kindOf } from './fuzz/minimise.mjs';
import { MODES } from './fuzz/modes.mjs';

/** In which the parent gives one up that the child cannot leave by itself. */
const HANGS_MS = 60_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20000' },
    mode: { type: 'string', default: Object.keys(MODES).join(',') },
    jobs: { type: 'string' },
    only: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const modes = values.mode.split(',');
const unknown = modes.filter((mode) => !Object.hasOwn(MODES, mode));
if (unknown.length > 0 || !Number.isInteger(seed)) {
  console.error(`--seed is a whole number, --mode some of ${Object.keys(MODES).join(', ')}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'polyvirt-fuzz-'));
const failures = [];
const started = performance.now();
const [from, to] =
  values.only === undefined ? [0, Number(values.count)] : [Number(values.only), Number(values.only) + 1];

const jobs = Math.min(Number(values.jobs ?? availableParallelism()), to - from);
const share = Math.ceil((to - from) / jobs);
await Promise.all(
  Array.from({ length: jobs }, (_, i) => lane(from + i * share, Math.min(to, from + (i + 1) * share), i)),
);
rmSync(folder, { recursive: true, force: true });
const seconds = (performance.now() - started) / 1000;
report();

/** Runs a part of the inputs, one process after the other. */
async function lane(first, end, number) {
  const own = join(folder, String(number));
  mkdirSync(own);
  for (let next = first; next < end; ) {
    next = await run(next, end, own);
  }
}

/** Runs inputs until all are done or one takes the process with it; says which is the next. */
async function run(next, end, own) {
  const child = fork(
    join(dirname(fileURLToPath(import.meta.url)), 'fuzz/child.mjs'),
    [JSON.stringify({ seed, from: next, to: end, modes, folder: own, show: values.show })],
    // The variables of a machine would be a part of every input.
    { env: { PATH: process.env.PATH, HOME: own, TMPDIR: tmpdir() } },
  );
  child.on('message', (failure) => failures.push(failure));
  let [last, since, reason] = [next, performance.now(), undefined];
  const timer = setInterval(() => {
    const at = progress(own, next);
    if (at !== last) {
      [last, since] = [at, performance.now()];
    } else if (performance.now() - since > HANGS_MS) {
      reason = `it hangs: no end after ${HANGS_MS / 1000} s`;
      child.kill('SIGKILL');
    }
  }, 500);
  const [code, signal] = await new Promise((resolve) => child.on('exit', (...how) => resolve(how)));
  clearInterval(timer);
  const at = progress(own, next);
  if (at < end) {
    failures.push({
      index: at,
      mode: modes[at % modes.length],
      problem: reason ?? `the process ended: ${signal ?? code}`,
    });
  }
  return at + 1;
}

function progress(own, otherwise) {
  try {
    return Number(readFileSync(join(own, 'progress'), 'utf8'));
  } catch {
    return otherwise;
  }
}

function report() {
  const kinds = new Map();
  for (const failure of failures) {
    const kind = kindOf(failure.problem);
    kinds.set(kind, [...(kinds.get(kind) ?? []), failure]);
  }
  for (const alike of kinds.values()) {
    const { index, mode, problem } = alike[0];
    console.log(`\n${alike.length} × ${problem.trim()}`);
    console.log(
      `again: npm run fuzz -- --seed ${seed} --mode ${modes.join(',')} --only ${index} --show   (mode ${mode})`,
    );
  }
  const count = to - from;
  console.log(
    `\n${count} inputs in ${modes.length} modes, seed ${seed}: ${failures.length} failed in ${kinds.size} ways; ${Math.round(count / seconds)} per second`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
}
