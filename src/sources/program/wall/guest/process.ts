import { FROM_OUTSIDE, refuse } from '../../refusal';
import { isTold } from '../../told-variables';
import { host } from './host';
import { refusing } from './refused';

/** The first words of the host to a program. */
export interface Begin {
  /** The folder in which it runs, as at the desk. */
  readonly folder: string;
  readonly entry: string;
}

let begin: Begin = { folder: '/', entry: '' };

/** Ends the program where it stands: thrown through it by `process.exit`. */
export class ProgramEnd extends Error {}

/** How the program wants to end, once it said so. */
export let exited: number | undefined;

type Listener = (...args: unknown[]) => void;
const listeners: { readonly event: string; readonly heard: Listener }[] = [];

/** Calls who listens for an event. */
export function emit(event: string, ...args: unknown[]): boolean {
  const heard = listeners.filter((each) => each.event === event);
  for (const each of heard) {
    each.heard(...args);
  }
  return heard.length > 0;
}

/** Only what the Application says; the rest of an environment is another one each time. */
const environment = (): Record<string, string> =>
  new Proxy<Record<string, string>>(Object.create(null) as Record<string, string>, {
    get: (_target, name) => (typeof name === 'symbol' ? undefined : variable(name)),
    has: (_target, name) => typeof name === 'string' && variable(name) !== undefined,
    ownKeys: () => JSON.parse(host.variables()) as string[],
    getOwnPropertyDescriptor: (_target, name) => {
      const value = typeof name === 'symbol' ? undefined : variable(name);
      return value === undefined ? undefined : { value, configurable: true, enumerable: true, writable: true };
    },
    set: () => refuse('a change of the environment (process.env)', 'hand the value on as an argument'),
  });

function variable(name: string): string | undefined {
  const answer = host.variable(name);
  if (answer !== '') {
    return answer.slice(1);
  }
  return isTold(name) ? undefined : refuse(`the environment (process.env.${name})`, FROM_OUTSIDE);
}

const stream = (fd: number) => ({
  fd,
  isTTY: false,
  columns: 80,
  writable: true,
  write: (text: unknown) => {
    host.print(String(text));
    return true;
  },
  end: () => undefined,
  on: () => undefined,
  once: () => undefined,
});

const members = {
  argv: [] as string[],
  argv0: 'node',
  execArgv: [],
  execPath: '/usr/bin/node',
  env: environment(),
  platform: 'linux',
  version: 'v20.0.0',
  versions: { node: '20.0.0' },
  release: { name: 'node' },
  exitCode: undefined as number | undefined,
  stdout: stream(1),
  stderr: stream(2),
  cwd: () => begin.folder,
  nextTick: (task: Listener, ...args: unknown[]) => queueMicrotask(() => task(...args)),
  exit: (code?: number) => {
    exited ??= Number(code ?? members.exitCode ?? 0);
    throw new ProgramEnd('process.exit');
  },
  on: (event: string, heard: Listener) => {
    listeners.push({ event, heard });
    return processShim;
  },
  once: (event: string, heard: Listener) => members.on(event, heard),
  off: (event: string, heard: Listener) => {
    const at = listeners.findIndex((each) => each.event === event && each.heard === heard);
    if (at !== -1) {
      listeners.splice(at, 1);
    }
    return processShim;
  },
  removeListener: (event: string, heard: Listener) => members.off(event, heard),
  listenerCount: (event: string) => listeners.filter((each) => each.event === event).length,
  emitWarning: (warning: unknown) => host.print(`${String(warning)}\n`),
  features: {},
};

/** What there is of `process`. */
export const processShim = refusing(members, 'process', FROM_OUTSIDE);

/** Says where the program runs. */
export function beginProcess(told: Begin): void {
  begin = told;
  members.argv.push('/usr/bin/node', told.entry);
}
