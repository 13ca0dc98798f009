import { COMMANDS } from '../src/cli/start/commands';
import { main } from '../src/cli/start/main';

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

let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs one command line in this process, from a folder and with further variables, as the built program does behind pipes.
 *
 * Commands resolve paths against the working folder, and a process has only one: runs wait for each other.
 */
export function polyvirt(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const run = previous.then(() => within(folder, env, () => captured(args)));
  previous = run.catch(() => undefined);
  return run;
}

async function captured(args: readonly string[]): Promise<Run> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const code = await main(args, COMMANDS, {
    out: (text) => void stdout.push(text),
    err: (text) => void stderr.push(text),
    colour: false,
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

async function within<T>(folder: string, env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const [cwd, variables] = [process.cwd(), process.env];
  process.chdir(folder);
  // The deadline of the plugin counts from the start of the process, which began long before.
  process.env = environment({ POLYVIRT_DEADLINE: '3600', ...env });
  try {
    return await work();
  } finally {
    process.chdir(cwd);
    process.env = variables;
  }
}
