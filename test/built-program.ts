import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './app-folder';
import { environment, type Run } from './run-cli';

/** The built program. `acceptance.test.ts` lists the files that start it, and why; all others run commands in process. */
export const BIN = join(ROOT, 'lib/src/cli/start/bin.js');

/** Runs the built program as a user would. */
export function builtPolyvirt(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Run {
  return outcome(folder, [process.execPath, BIN, ...args], env, input);
}

/** Runs a line of the shell in which `polyvirt` is the built program. */
export function shell(folder: string, line: string): Run {
  return outcome(folder, ['bash', '-c', `polyvirt() { "${process.execPath}" "${BIN}" "$@"; }; ${line}`], {}, '');
}

function outcome(folder: string, [command, ...args]: readonly string[], env: NodeJS.ProcessEnv, input: string): Run {
  const { status, stdout, stderr } = spawnSync(command!, args, {
    cwd: folder,
    encoding: 'utf8',
    env: environment(env),
    input,
    maxBuffer: 1 << 28,
    // One that does not end fails.
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  return { code: status, stdout, stderr };
}

/** Starts the built program and kills it without mercy after a while. */
export function killed(folder: string, args: readonly string[], afterMs: number): Promise<void> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [BIN, ...args], { cwd: folder, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    child.on('close', () => {
      clearTimeout(timer);
      done();
    });
  });
}
