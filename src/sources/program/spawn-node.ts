import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../../argocd/settings';
import { memory } from '../memory';
import { quietFlags, withoutInspector } from './no-inspector';
import type { ChildMessage } from './told-app';

/** A program to run in a Node of its own. */
export interface NodeProgram {
  readonly args: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  /** What it says about its tree, one message at a time. */
  readonly receive: (message: ChildMessage) => void;
  /** Goes to its standard input. */
  readonly code?: string | Uint8Array;
  /**
   * What it sees of the environment.
   *
   * @default - all of ours
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** How a program ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program while it runs. */
export interface RunningProgram {
  /** How it ended. Refused where what it said could not be taken. */
  readonly closed: Promise<Exit>;
  /** Says something to it. */
  say(line: string): void;
  /** Has no more to say to it. */
  hangUp(): void;
  /** Whether we stay for it: a program that only waits for our questions must not keep us. */
  keepUs(stay: boolean): void;
}

/** Starts a program. Its tree comes on a channel of its own: what it prints is not for manifests. */
export function startNode(program: NodeProgram): RunningProgram {
  const { args, folder, receive, code = '', env = process.env, signal } = program;
  const child = memory().process?.(program) ?? spawnProgram(args, folder, env);
  const release = endsWithUs(child, signal);
  const stdin = child.stdio[0] as Writable;
  const channel = child.stdio[3] as Socket;
  // A child that dies before it has read what we say says so by its exit.
  for (const stream of [stdin, channel]) {
    stream.on('error', () => undefined);
  }
  stdin.end(code);
  const closed = new Promise<Exit>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
    let isRefused = false;
    takeLines(channel, (line) => {
      // Messages after one that could not be taken are not to be taken either, least of all that all went well.
      if (isRefused) {
        return;
      }
      try {
        receive(JSON.parse(line) as ChildMessage);
      } catch (error) {
        isRefused = true;
        child.kill('SIGKILL');
        reject(error);
      }
    });
  }).finally(release);
  return {
    closed,
    say: (line) => void channel.write(`${line}\n`),
    hangUp: () => void channel.end(),
    keepUs: (stay) => {
      for (const handle of [child, channel]) {
        stay ? handle.ref() : handle.unref();
      }
    },
  };
}

/** A Node that reads its program from us. */
export function spawnProgram(args: readonly string[], folder: string, env: Environment): ChildProcess {
  const options: SpawnOptions = { cwd: folder, stdio: ['pipe', 2, 2, 'pipe'], env: withoutInspector(env) };
  return spawn(process.execPath, [...quietFlags(), ...args], options);
}

function takeLines(channel: Readable, take: (line: string) => void): void {
  let rest = '';
  channel.setEncoding('utf8');
  channel.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    lines.forEach(take);
  });
}

/** A signal that ends us ends the child too, which would otherwise run on by itself. */
function endsWithUs(child: ChildProcess, signal: AbortSignal | undefined): () => void {
  const end = (signal: NodeJS.Signals) => {
    child.kill('SIGKILL');
    release();
    process.kill(process.pid, signal);
  };
  const stop = () => child.kill('SIGKILL');
  const release = () => {
    signal?.removeEventListener('abort', stop);
    for (const signal of ENDING) {
      process.off(signal, end);
    }
  };
  signal?.addEventListener('abort', stop);
  for (const signal of ENDING) {
    process.on(signal, end);
  }
  return release;
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
