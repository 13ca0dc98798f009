import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isMap } from '../../../kube/object';
import { OWN_SOURCE } from '../../host/own-folder';
import { closeOwnInspector, type Exit, type RunningProgram } from '../spawn-node';
import type { ChildMessage } from '../told-app';
import {
  type EngineImage,
  WallEnd,
  type WallLimits,
  type WallMessage,
  type WallProgram,
  type WallReads,
  type WallStart,
} from './wall-messages';

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

export type { ChildMessage };

/** What came out of the wall and is no message of the hand-over. */
export class NoMessage extends Error {}

type Form = (value: unknown) => boolean;

const text: Form = (value) => typeof value === 'string';
const number: Form = (value) => typeof value === 'number' && Number.isFinite(value);
const place: Form = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const flag: Form = (value) => typeof value === 'boolean';
const map: Form = isMap;
const anything: Form = () => true;
const listOf =
  (item: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(item);
const maybe =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value);
const shape =
  (forms: Readonly<Record<string, Form>>): Form =>
  (value) =>
    isMap(value) &&
    Object.entries(forms).every(([key, form]) => form(Object.hasOwn(value, key) ? value[key] : undefined));
const pair =
  (first: Form, second: Form): Form =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);

const reference = shape({ kind: text, name: text, apiVersion: maybe(text), namespace: maybe(text) });
const finding = shape({
  code: (value) => typeof value === 'string' && /^PV\d{3}$/.test(value),
  severity: (value) => ['error', 'warning', 'info'].includes(value as string),
  what: text,
  why: text,
  fix: text,
  path: maybe(text),
  file: maybe(text),
  line: maybe(place),
  column: maybe(place),
  source: maybe(text),
  object: maybe(reference),
});
/** A step into an object: none that would reach what all objects have. */
const step: Form = (value) => place(value) || (text(value) && value !== '__proto__');
const frames = listOf(pair(place, place));
const origin = shape({
  frames,
  metadata: maybe(listOf(shape({ keys: listOf(text), frames }))),
  before: maybe(map),
  patches: maybe(listOf(shape({ pointers: listOf(text), frames, after: maybe(map) }))),
  readFrom: maybe(shape({ file: text, document: place, at: maybe(listOf(step)) })),
  laid: maybe(map),
});
const parameterType: Form = (value) => ['string', 'number', 'boolean', 'array', 'map'].includes(value as string);

/** The form of each message: the compiler asks for all of them. */
const FORMS: Readonly<Record<ChildMessage['type'], Form>> = {
  app: anything,
  handed: anything,
  cluster: shape({
    cluster: text,
    path: text,
    isPlatform: flag,
    target: map,
    policy: shape({ severity: maybe(map), allow: maybe(listOf(map)) }),
    architectures: maybe(listOf(text)),
    supportByArch: anything,
    hypervisorsInUse: anything,
    nodes: maybe(listOf(map)),
    distribution: maybe(text),
    argocd: maybe(map),
  }),
  object: shape({ cluster: text, path: text, owner: text, object: map }),
  group: shape({ representative: map, places: listOf(listOf(step)) }),
  member: shape({ cluster: text, path: text, owner: text, group: place, texts: listOf(text) }),
  dependency: shape({ cluster: text, dependent: text, dependency: text }),
  finding: shape({ cluster: text, path: text, finding }),
  vms: shape({ cluster: text, path: text }),
  complete: shape({ cluster: text, path: text }),
  invalid: shape({ path: text, message: text }),
  parameter: shape({
    parameter: shape({ name: text, type: parameterType, title: maybe(text), tooltip: maybe(text) }),
  }),
  'wrong-parameter': shape({ finding }),
  thrown: shape({ message: text, frames }),
  compiled: () => false,
  exit: shape({ code: number }),
  origins: shape({ origins: listOf(pair(text, origin)) }),
};

/**
 * A message that came out of the wall, when it is one.
 *
 * The program shares its engine with our side of the hand-over, so that what comes may be anything: other types, other forms,
 * levels without end, keys that mean something to JavaScript.
 *
 * @throws NoMessage where it is none
 */
export function checkedMessage(line: string, { depth }: Pick<WallLimits, 'depth'>): ChildMessage {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new NoMessage('no JSON');
  }
  const type = isMap(message) && typeof message.type === 'string' ? message.type : '';
  if (!Object.hasOwn(FORMS, type) || !FORMS[type as ChildMessage['type']](message) || !isHarmless(message, depth)) {
    throw new NoMessage(`no message of the type ${type}`);
  }
  return message as ChildMessage;
}

/** Whether nothing is nested deeper than that, and no key would reach what all objects have. */
function isHarmless(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  if (levels === 0) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.every((each) => isHarmless(each, levels - 1));
  }
  for (const key in value) {
    if (key === '__proto__' || !isHarmless((value as Record<string, unknown>)[key], levels - 1)) {
      return false;
    }
  }
  return true;
}

/** Counts what a program hands over. */
export class Meter {
  private _objects = 0;
  private _length = 0;
  private readonly _groups: number[] = [];

  constructor(private readonly limits: Pick<WallLimits, 'objects' | 'saidMiB'>) {}

  /** @returns the limit that is exceeded */
  public take(message: ChildMessage, length: number): keyof WallLimits | undefined {
    if (message.type === 'group') {
      this._groups.push(length);
    } else if (message.type === 'object' || message.type === 'member') {
      this._objects++;
      // A member is as large as what it is like.
      this._length += length + (message.type === 'member' ? (this._groups[message.group] ?? 0) : 0);
    }
    return this._objects > this.limits.objects
      ? 'objects'
      : this._length > this.limits.saidMiB << 20
        ? 'saidMiB'
        : undefined;
  }
}
