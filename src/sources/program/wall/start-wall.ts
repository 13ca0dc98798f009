import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { OWN_SOURCE } from '../../host/own-folder';
import { closeOwnInspector } from '../no-inspector';
import type { Exit, RunningProgram } from '../spawn-node';
import { type ChildMessage, checkedMessage, Meter } from './checked-message';
import { WallEnd } from './wall-end';
import type { WallLimits } from './wall-limits';
import type { EngineImage, WallMessage, WallProgram, WallReads, WallStart } from './wall-messages';

/** A program to run in the wall. */
export interface WalledProgram extends WallProgram {
  /** Keeps an engine with libraries and without a program. */
  readonly keep: (image: EngineImage) => void;
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

/** A thread that waits for its program. */
export interface WallThread {
  readonly worker: Worker;
  readonly untaken: Int32Array;
  readonly limits: WallLimits;
}

/**
 * Starts the thread of a program that is still bundled.
 *
 * @param library what is loaded in the meantime; nothing where that is kept
 */
export function startThread(start: Omit<WallStart, 'untaken'>, library: string): WallThread {
  closeOwnInspector();
  const shared = new SharedArrayBuffer(4);
  const worker = new Worker(join(OWN_SOURCE, 'sources/program/wall/worker.js'), {
    workerData: { ...start, untaken: shared } satisfies WallStart,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: THREAD_MIB,
  });
  worker.postMessage(library);
  return { worker, untaken: new Int32Array(shared), limits: start.limits };
}

/**
 * Starts a program in the wall: one engine in a thread of its own, which is ended whatever it does.
 *
 * It has the same side for its parent as a program in a process.
 */
export function startWall(
  { worker, untaken, limits }: WallThread,
  { receive, hear, look, keep, signal, ...program }: WalledProgram,
): RunningProgram {
  const stop = () => void worker.terminate();
  let watch: NodeJS.Timeout | undefined;
  // It says by itself that it is over, so whatever it is asked then has a time of its own.
  const watchFor = (late: (() => void) | undefined) => {
    clearTimeout(watch);
    watch = late === undefined ? undefined : setTimeout(late, limits.seconds * 1000).unref();
  };
  let late: () => void = stop;
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) {
    stop();
  }
  const { image } = program;
  worker.postMessage(program satisfies WallProgram, image === undefined ? [] : [image.memory.buffer]);
  const meter = new Meter(limits);
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
        const message = checkedMessage(line, limits);
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
        } else if (message.kind === 'image') {
          keep(message.image);
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
