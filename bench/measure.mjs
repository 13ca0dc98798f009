// Runs programs and says what they took. Everything that a program starts counts: processor time of its children, and the
// memory of all of them together.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

const SAMPLE_EVERY = 5;
/** Of what is over sooner than that, too little was seen. */
const FEWEST_SAMPLES = 6;
const TICKS_PER_SECOND = 100;

/**
 * Runs a program once, without a clock: its output goes to a file, and the result is the most memory that it held.
 *
 * Memory is the sum over its processes of the most that each has held, so it is never less than what was sampled; pages that
 * they share count twice.
 */
export async function observe(job) {
  await job.before?.();
  let [peak, samples] = [0, 0];
  let sampler;
  await run(job, (pid) => {
    const sample = () => {
      const started = performance.now();
      peak = Math.max(peak, heldBy(pid));
      samples += 1;
      // Never more than a tenth of a core, however many processes there are to look at.
      sampler = setTimeout(sample, Math.max(SAMPLE_EVERY, 10 * (performance.now() - started)));
    };
    sample();
  }).finally(() => clearTimeout(sampler));
  return peak === 0 || samples < FEWEST_SAMPLES ? undefined : peak;
}

/** Runs a program once: wall time and processor time, in milliseconds. */
export async function time(job) {
  await job.before?.();
  const cpuBefore = cpuOfChildren();
  const wall = await run(job);
  return { wall, cpu: cpuOfChildren() - cpuBefore };
}

/**
 * Runs a program to its end, its output to a file as all renderers have to bring theirs to the disk.
 *
 * In a group of its own: what takes too long is ended with everything that it has started.
 */
async function run(job, watch = () => {}) {
  const out = openSync(job.out ?? '/dev/null', 'w');
  const started = performance.now();
  const child = spawn(job.command, job.args, { ...surroundings(job), stdio: ['ignore', out, 'pipe'], detached: true });
  closeSync(out);
  const stderr = [];
  child.stderr.on('data', (chunk) => stderr.push(chunk));
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, job.deadline);
  running.add(child.pid);
  try {
    watch(child.pid);
    const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
    const wall = performance.now() - started;
    if (isLate) {
      throw new TooLate(job);
    }
    refuse(job, code, Buffer.concat(stderr).toString());
    return wall;
  } finally {
    clearTimeout(deadline);
    running.delete(child.pid);
  }
}

/** A program that was ended, since it took too long. */
export class TooLate extends Error {
  constructor({ command, args, deadline }) {
    super(`${[command, ...args].join(' ')} was ended after ${deadline / 1000} s`);
  }
}

/** Ends what is running, with everything that it has started. */
export function endAll() {
  for (const pid of running) {
    endGroup(pid);
  }
}

const running = new Set();

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * Rounds through all jobs in turn, so that a busy moment hits all alike. Slow ones take part in fewer rounds; one that takes
 * too long once, in none after that, and a word says so.
 */
export async function rounds(jobs, count) {
  const found = new Map(jobs.map((job) => [job, []]));
  for (let round = 0; round < count; round++) {
    for (const job of jobs.filter((each) => each.reason === undefined && round < (each.rounds ?? count))) {
      try {
        found.get(job).push(await time(job));
      } catch (error) {
        if (!(error instanceof TooLate)) {
          throw error;
        }
        job.reason = `ended after ${job.deadline / 1000} s`;
      }
    }
  }
  return new Map([...found].filter(([job]) => job.reason === undefined));
}

function surroundings({ cwd, env }) {
  // Nothing is remembered between runs unless a job asks for it.
  return { cwd, env: { ...process.env, POLYVIRT_CACHE: 'off', NO_COLOR: '1', ...env } };
}

function refuse({ command, args, code: expected = 0 }, code, stderr) {
  if (code !== expected) {
    throw new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${stderr.slice(-4000)}`);
  }
}

/** Processor time of all ended children. Linux counts it in hundredths of a second, which means even out. */
function cpuOfChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** The most that a process and everything below it have held, in MiB; 0 where the system does not tell. */
function heldBy(pid) {
  try {
    const held = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return children.reduce((sum, child) => sum + heldBy(child), Number(held?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
