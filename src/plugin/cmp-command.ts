import { spawn } from 'node:child_process';
import type { PluginCommand } from '../argocd/plugin-config';

/** How cmp-server runs a command. */
export interface CmpCall {
  readonly command: PluginCommand;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When the whole call is over, in milliseconds of `performance.now()`. */
  readonly deadline: number;
}

/** What came of it: what was printed, or the error as Argo CD shows it. */
interface CmpResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: string;
}

/** Between asking a group of processes to end and ending it. */
const GRACE_MS = 5000;

/**
 * Runs a command as cmp-server does: a group of its own, everything that it prints held in memory, at the deadline a kill
 * for the command and a request to end for the rest of its group, which is killed later.
 */
export function runAsCmp({ command, folder, env, deadline }: CmpCall): Promise<CmpResult> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const toGroup = (signal: NodeJS.Signals) => {
      try {
        process.kill(-child.pid!, signal);
      } catch {
        // It is empty.
      }
    };
    let killing: NodeJS.Timeout | undefined;
    const timer = setTimeout(
      () => {
        child.kill('SIGKILL');
        toGroup('SIGTERM');
        killing = setTimeout(() => toGroup('SIGKILL'), GRACE_MS);
      },
      Math.max(0, deadline - performance.now()),
    );
    const end = (cause: string | undefined) => {
      clearTimeout(timer);
      clearTimeout(killing);
      if (child.pid !== undefined) {
        toGroup('SIGTERM');
      }
      const told = stderr.trim();
      resolve({
        stdout: stdout.replace(/\n$/, ''),
        stderr,
        ...(cause === undefined
          ? {}
          : { error: `\`${command.join(' ')}\` failed ${cause}${told === '' ? '' : `: ${told}`}` }),
      });
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) =>
      end(signal !== null ? `signal: ${NAMES[signal] ?? signal}` : code === 0 ? undefined : `exit status ${code}`),
    );
  });
}

const NAMES: Readonly<Record<string, string>> = { SIGKILL: 'killed', SIGTERM: 'terminated', SIGABRT: 'aborted' };
