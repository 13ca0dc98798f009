import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { OWN_SOURCE } from '../../host/own-folder';
import type { Exit, RunningProgram } from '../spawn-node';
import { type ChildMessage, checkedMessage, Meter } from './checked-message';
import { WallEnd } from './wall-end';
import type { WallMessage, WallReads, WallStart } from './wall-messages';

/** A program to run in the wall. */
export interface WalledProgram extends Omit<WallStart, 'untaken'> {
  /** What it says about its tree, one message at a time. */
  readonly receive: (message: ChildMessage) => void;
  /** Takes what the program prints. */
  readonly hear: (text: string) => void;
  /** Takes what it looked at. */
  readonly look: (reads: WallReads) => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** What the thread itself may take, beside the memory of the engine: the bundle and texts on their way. */
const THREAD_MIB = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, codeRangeSizeMb: 64, stackSizeMb: 4 };

/**
 * Starts a program in the wall: one engine in a thread of its own, which is ended whatever it does.
 *
 * It has the same side for its parent as a program in a process.
 */
export function startWall({ receive, hear, look, signal, ...program }: WalledProgram): RunningProgram {
  const shared = new SharedArrayBuffer(4);
  const untaken = new Int32Array(shared);
  const worker = new Worker(join(OWN_SOURCE, 'sources/program/wall/worker.js'), {
    workerData: { ...program, untaken: shared } satisfies WallStart,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: THREAD_MIB,
  });
  const stop = () => void worker.terminate();
  let watch: NodeJS.Timeout | undefined;
  // It says by itself that it is over, so whatever it is asked then has a time of its own.
  const watchFor = (late: (() => void) | undefined) => {
    clearTimeout(watch);
    watch = late === undefined ? undefined : setTimeout(late, program.limits.seconds * 1000).unref();
  };
  let late: () => void = stop;
  signal?.addEventListener('abort', stop);
  const meter = new Meter(program.limits);
  const closed = new Promise<Exit>((resolve, reject) => {
    let isRefused = false;
    const refuse = (error: unknown) => {
      // Messages after one that could not be taken are not to be taken either, least of all that all went well.
      isRefused = true;
      reject(error);
      stop();
    };
    const takeLines = (lines: string) => {
      for (const line of lines.split('\n')) {
        const message = checkedMessage(line, program.limits);
        const limit = meter.take(message, line.length);
        if (limit !== undefined) {
          throw new WallEnd({ limit });
        }
        if (message.type === 'exit' || message.type === 'origins') {
          watchFor(undefined);
        }
        receive(message);
      }
    };
    late = () => refuse(new WallEnd({ limit: 'seconds' }));
    watchFor(late);
    worker.on('message', (message: WallMessage) => {
      if (isRefused) {
        return;
      }
      try {
        if (message.kind === 'said') {
          takeLines(message.lines);
          Atomics.sub(untaken, 0, message.lines.length);
          Atomics.notify(untaken, 0);
        } else if (message.kind === 'printed') {
          hear(message.text);
        } else if (message.kind === 'reads') {
          look(message.reads);
        } else if (message.kind === 'stopped') {
          refuse(new WallEnd(message.stop));
        }
      } catch (error) {
        refuse(error);
      }
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      refuse(
        new WallEnd(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? { limit: 'memoryMiB' }
            : { limit: 'engine', detail: error.message },
        ),
      ),
    );
    worker.on('exit', (code) => resolve({ code, signal: null }));
  }).finally(() => {
    watchFor(undefined);
    signal?.removeEventListener('abort', stop);
  });
  return {
    closed,
    say: (line) => {
      watchFor(late);
      worker.postMessage(line);
    },
    hangUp: stop,
    keepUs: (stay) => (stay ? worker.ref() : worker.unref()),
  };
}
