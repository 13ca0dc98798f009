import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OWN_SOURCE } from '../sources/host/own-folder';
import { type NodeProgram, spawnProgram } from '../sources/program/spawn-node';
import { buildId, type CacheSettings, cacheFolder } from './folder';

/** Runs a kept bundle: `load-app`, as the build makes it. */
export const LOAD_APP = join(OWN_SOURCE, 'speed/load-app.js');

/** Commands that read the platform of a folder, which is the first word after them. */
const READING = ['synth', 'check', 'place', 'report'];

/** A process that waits for its program. */
interface Waiting {
  readonly child: ChildProcess;
  readonly folder: string;
}

/** Where the command, which is another file than the one that began, finds what was started. */
const EARLY = Symbol.for('polyvirt.early-program');
const early = globalThis as { [EARLY]?: Waiting | undefined };

/**
 * Starts the process of a program while the command is still loaded: each of the two takes Node as long as all the rest of a small one.
 *
 * Whether there will be a program is guessed from the command line alone. A process that nothing comes of is ended, and cost only time.
 */
export function startEarly([command, ...rest]: readonly string[], env: NodeJS.ProcessEnv & CacheSettings): void {
  if (command === undefined || !READING.includes(command) || rest.some((word) => UNLIKELY.test(word))) {
    return;
  }
  const folder = resolve(rest.find((word) => !word.startsWith('-')) ?? '.');
  if (!existsSync(join(folder, 'cdk8s.yaml')) || buildId() === undefined || cacheFolder(env) === undefined) {
    return;
  }
  const child = spawnProgram([LOAD_APP], folder, env);
  // One that cannot be started is started again by the one who needs it, who says what is wrong.
  child.on('error', () => undefined);
  for (const handle of handlesOf(child)) {
    handle?.unref?.();
  }
  early[EARLY] = { child, folder };
  process.once('exit', end);
}

/** Another program than the user's own, other surroundings, or no program at all. */
const UNLIKELY = /^(--(sandbox|set|values|help)|-h$)/;

/** The process that was started early, where it is what would be started now. */
export function earlyProgram({ args, folder, env }: NodeProgram): ChildProcess | undefined {
  const waiting = early[EARLY];
  if (waiting === undefined || waiting.child.pid === undefined) {
    return undefined;
  }
  if (env !== undefined || waiting.folder !== folder || args.length !== 1 || args[0] !== LOAD_APP) {
    end();
    return undefined;
  }
  early[EARLY] = undefined;
  for (const handle of handlesOf(waiting.child)) {
    handle?.ref?.();
  }
  return waiting.child;
}

/** What keeps this process while there is one. */
function handlesOf(
  child: ChildProcess,
): readonly ({ ref?: () => unknown; unref?: () => unknown } | null | undefined)[] {
  return [child, child.stdio[0], child.stdio[3]] as unknown as ReturnType<typeof handlesOf>;
}

function end(): void {
  early[EARLY]?.child.kill('SIGKILL');
  early[EARLY] = undefined;
}
