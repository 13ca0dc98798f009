import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../../argocd/settings';
import { memory } from '../memory';
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

/** What opens the inspector of Node, or says where: `--inspect-brk=9229`, `--debug-port 1`. */
const INSPECTOR = /^--(inspect|debug|experimental-worker-inspection|experimental-network-inspection)/;

/** The first lines of a program, so that a signal does not open the inspector of its process: see `src/cli/start/bin.ts`. */
export const IGNORE_INSPECTOR = "process.on('SIGUSR1', () => undefined);";

/** A debugger of our own inspector has everything that this process has: none is connected while a program runs. */
export function closeOwnInspector(): void {
  // Nothing else needs it, and every start would load it.
  const inspector = process.getBuiltinModule('node:inspector');
  if (inspector.url() !== undefined) {
    inspector.close();
  }
}

/** Arguments for a Node that never opens its inspector; an older one has to ignore the signal by itself. */
function quietFlags(): string[] {
  return process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : [];
}

/**
 * The environment for a program that polyvirt runs: through an inspector, anything on this machine could be that program.
 *
 * It is one of `NODE_OPTIONS`, whose words are separated by spaces and may be in quotes.
 */
export function withoutInspector(env: Environment): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: options, NODE_INSPECT_RESUME_ON_START: _resume, ...rest } = env;
  if (options === undefined) {
    return rest;
  }
  const words = options.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  const kept = words.filter((word, i) => !isInspector(word) && !isItsValue(word, words[i - 1]));
  return kept.length === 0 ? rest : { ...rest, NODE_OPTIONS: kept.join(' ') };
}

/** Node takes an underscore for a hyphen, and quotes anywhere. */
function isInspector(word: string): boolean {
  return INSPECTOR.test(word.replaceAll('"', '').replaceAll('_', '-'));
}

/** `--inspect-port 9229` is the only one whose value is a word of its own. */
function isItsValue(word: string, before = ''): boolean {
  return /^"?[\w.:]*\d"?$/.test(word) && isInspector(before) && !before.includes('=');
}
