import type { Io } from '../src/cli/start/io';

/** What one command line did. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The environment for a run. Where a test brings a cache it is about that, and has it in a suite without the room of speed
 * (`POLYVIRT_SPEED=off npm test`) too.
 */
export function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...process.env, ...(env.POLYVIRT_CACHE === undefined ? {} : { POLYVIRT_SPEED: '' }), ...env };
}

type RunBuilt = (
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  io: Pick<Io, 'out' | 'err' | 'colour'>,
) => Promise<number>;

// What test/environment.cjs gives.
declare const polyvirtRunBuilt: RunBuilt;

let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs one command line in this process, from a folder and with further variables, as the built program does behind pipes.
 *
 * It is the command of the build, which each worker loads once: all commands for each test file would take longer than most tests.
 * Commands resolve paths against the working folder, and a process has only one: runs wait for each other.
 */
export function polyvirt(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return inTurn(() => captured((io) => polyvirtRunBuilt(folder, args, variables(env), io)));
}

/** The same of the sources that this test file loads, some of which it replaces or spies on. */
export function polyvirtFromSource(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return inTurn(() => captured((io) => within(folder, variables(env), () => runSource(args, io))));
}

function inTurn(work: () => Promise<Run>): Promise<Run> {
  const run = previous.then(work);
  previous = run.catch(() => undefined);
  return run;
}

async function captured(work: (io: Pick<Io, 'out' | 'err' | 'colour'>) => Promise<number>): Promise<Run> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const code = await work({
    out: (text) => void stdout.push(text),
    err: (text) => void stderr.push(text),
    colour: false,
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** The deadline of the plugin counts from the start of the process, which began long before. */
function variables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environment({ POLYVIRT_DEADLINE: '3600', ...env });
}

function runSource(args: readonly string[], io: Io): Promise<number> {
  const { main } = require('../src/cli/start/main') as typeof import('../src/cli/start/main');
  const { COMMANDS } = require('../src/cli/start/commands') as typeof import('../src/cli/start/commands');
  return main(args, COMMANDS, io);
}

async function within<T>(folder: string, env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const [cwd, before] = [process.cwd(), process.env];
  process.chdir(folder);
  process.env = env;
  try {
    return await work();
  } finally {
    process.chdir(cwd);
    process.env = before;
  }
}
