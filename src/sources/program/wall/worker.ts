import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { EvalFlags, Intrinsics, JSException, type JSValueHandle, QuickJS } from 'quickjs-wasi';
import { readBroughtWithin } from '../../host/brought-manifests';
import { isTold } from '../told-variables';
import { boundedEngine } from './engine';
import { NotRead, RepositoryFiles } from './repository-files';
import { UNTAKEN_BYTES, type WallMessage, type WallStart, type WallStop } from './wall-messages';

/**
 * The wall: one engine in WebAssembly, with one program in it, in a thread that is ended at the deadline.
 *
 * Only what the engine imports is reachable from inside: a clock that stands still, a log, and one function, which takes and gives
 * text. Everything that comes out of it is text that may be anything.
 */

const port = parentPort!;
const start = workerData as WallStart;
const { limits, root } = start;
const untaken = new Int32Array(start.untaken);
const files = new RepositoryFiles(root, limits);

let stop: WallStop | undefined;

function post(message: WallMessage): void {
  port.postMessage(message);
}

/** Says that a limit is reached. The parent ends this thread: until then nothing is answered any more. */
function stopBy(limit: WallStop['limit'], detail?: string): void {
  if (stop === undefined) {
    stop = { limit, ...(detail === undefined ? {} : { detail }) };
    post({ kind: 'stopped', stop });
  }
}

let said = 0;
let messages = 0;
let calls = 0;
let printed = 0;

function say(lines: string): string {
  said += lines.length;
  messages += countOf(lines, '\n') + 1;
  if (said > limits.saidMiB << 20) {
    stopBy('saidMiB');
  } else if (messages > limits.messages) {
    stopBy('messages');
  } else if (isDeeperThan(lines, limits.depth)) {
    stopBy('depth');
  }
  if (stop !== undefined) {
    return '';
  }
  // The parent may be busy: what it has not taken yet is held in its memory.
  Atomics.add(untaken, 0, lines.length);
  post({ kind: 'said', lines });
  for (let held = Atomics.load(untaken, 0); held > UNTAKEN_BYTES; held = Atomics.load(untaken, 0)) {
    Atomics.wait(untaken, 0, held);
  }
  return '';
}

function countOf(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) {
    count++;
  }
  return count;
}

/** Whether brackets are open deeper than that, those in texts left out: parsed, each would take a hundred times its length. */
function isDeeperThan(text: string, deepest: number): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isText) {
      if (code === 92) {
        i++;
      } else {
        isText = code !== 34;
      }
    } else if (code === 34) {
      isText = true;
    } else if (code === 91 || code === 123) {
      if (++depth > deepest) {
        return true;
      }
    } else if (code === 93 || code === 125) {
      depth--;
    } else if (code === 10) {
      depth = 0;
    }
  }
  return false;
}

function print(text: string): string {
  const room = limits.printedBytes - printed;
  if (room > 0) {
    printed += text.length;
    post({ kind: 'printed', text: text.slice(0, room) });
  }
  return '';
}

const URL_PARTS = [
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

/** Text in, text out: parsing an address needs nothing of this machine. */
function url(href: string, base: string, part: string, value: string): string {
  const parsed = base === '' ? new URL(href) : new URL(href, base);
  const known = URL_PARTS.find((each) => each === part);
  if (known !== undefined) {
    parsed[known] = value;
  }
  return JSON.stringify({
    href: parsed.href,
    origin: parsed.origin,
    ...Object.fromEntries(URL_PARTS.map((each) => [each, parsed[each]])),
  });
}

const DIGESTS = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];

function digest(algorithm: string, bytes: string): string {
  if (!DIGESTS.includes(algorithm)) {
    throw new NotRead('', `no digest ${algorithm}`);
  }
  return createHash(algorithm).update(Buffer.from(bytes, 'latin1')).digest('hex');
}

function manifests(asked: string): string {
  const { paths, folder } = JSON.parse(asked) as { paths: unknown; folder: unknown };
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string') || typeof folder !== 'string') {
    throw new NotRead('', 'paths are texts');
  }
  const read = readBroughtWithin(paths, files.real(folder), root);
  for (const file of [...read.files, ...read.folders]) {
    files.stat(file);
  }
  return JSON.stringify({
    objects: read.objects.map(({ object, file, number, at, entry }) => ({ object, file, number, at, entry })),
    findings: read.findings,
    files: read.files,
    folders: read.folders,
  });
}

function stat(path: string): string {
  const found = files.stat(path);
  return found === undefined ? '' : found.isDirectory() ? 'folder' : found.isFile() ? `file ${found.size}` : '';
}

const variables = new Set<string>();

/** A variable behind `=`; nothing where it is not set. */
function variable(name: string): string {
  if (isTold(name)) {
    variables.add(name);
  }
  return Object.hasOwn(start.env, name) ? `=${start.env[name]!}` : '';
}

function variableNames(): string {
  const names = Object.keys(start.env);
  for (const name of names) {
    variables.add(name);
  }
  return JSON.stringify(names);
}

/** Parts of the library that are loaded when a program names them: see `scripts/bundle.mjs`. */
const PARTS = ['Enforcement'];

let engine: QuickJS | undefined;

function part(name: string): string {
  if (!PARTS.includes(name)) {
    throw new NotRead('', `no part ${name}`);
  }
  engine!.evalCode(readFileSync(join(__dirname, `wall-${name}.js`), 'utf8'), LIBRARY_FILE).dispose();
  return '';
}

/** What can be asked for from inside. */
const CALLS: Readonly<Record<string, (...args: string[]) => string>> = {
  say: (lines = '') => say(lines),
  print: (text = '') => print(text),
  readBytes: (path = '') => files.read(path).toString('latin1'),
  readText: (path = '') => files.read(path).toString('utf8'),
  stat: (path = '') => stat(path),
  list: (path = '') => JSON.stringify(files.list(path)),
  real: (path = '') => files.real(path),
  variable: (name = '') => variable(name),
  variables: variableNames,
  manifests: (asked = '') => manifests(asked),
  digest: (algorithm = '', bytes = '') => digest(algorithm, bytes),
  part: (name = '') => part(name),
  url: (href = '', base = '', key = '', value = '') => url(href, base, key, value),
};

/** Longer texts are not taken out of the engine. */
const LONGEST_ARGUMENT = 64 << 20;

/** A text from inside. What is none is not turned into one, since that would run code of the program. */
function textOf(handle: JSValueHandle | undefined): string | undefined {
  if (handle?.isString !== true || handle.getProp('length').consume((length) => length.toNumber()) > LONGEST_ARGUMENT) {
    return undefined;
  }
  return handle.toString();
}

/** Answers a call: text after `=`, or the code and the message of an error after `!`. Never throws. */
function answered(handles: readonly JSValueHandle[]): string {
  try {
    const [name = '', ...args] = handles.map(textOf);
    if (++calls > limits.calls) {
      stopBy('calls');
    }
    if (stop !== undefined || !Object.hasOwn(CALLS, name) || args.includes(undefined)) {
      return '! that cannot be done';
    }
    return `=${CALLS[name]!(...(args as string[]))}`;
  } catch (error) {
    // Messages of others may name what is on this machine.
    return error instanceof NotRead ? `!${error.code} ${error.message}` : '! that cannot be done';
  }
}

/** A clock that stands still, and no random numbers: whatever a program finds, it is the same in every run. */
const STANDING = (memory: { readonly buffer: ArrayBuffer }) => ({
  clock_time_get: (_clock: number, _precision: bigint, result: number) => {
    new DataView(memory.buffer).setBigUint64(result, 946_684_800_000_000_000n, true);
    return 0;
  },
  random_get: (at: number, length: number) => {
    new Uint8Array(memory.buffer, at, length).fill(0);
    return 0;
  },
  fd_write: (_fd: number, _parts: number, _count: number, written: number) => {
    new DataView(memory.buffer).setUint32(written, 0, true);
    return 0;
  },
});

/** A promise that was rejected, and by what. */
interface Rejection {
  readonly promise: JSValueHandle;
  readonly reason: JSValueHandle;
}

/** Rejections that nothing has taken, by the identity of their promises, which are kept so that no other gets it. */
const rejections = new Map<number, Rejection>();

/** More promises than a program loses by mistake. */
const MOST_REJECTIONS = 10_000;

function noteRejection(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean): void {
  if (!isHandled) {
    rejections.set(promise.identity, { promise: promise.dup(), reason: reason.dup() });
    if (rejections.size > MOST_REJECTIONS) {
      stopBy('messages');
    }
    return;
  }
  const known = rejections.get(promise.identity);
  rejections.delete(promise.identity);
  known?.promise.dispose();
  known?.reason.dispose();
}

async function makeEngine(): Promise<QuickJS> {
  const vm = await QuickJS.create({
    wasm: boundedEngine(limits.memoryMiB),
    maxStackSize: limits.stackBytes,
    intrinsics: Intrinsics.ALL & ~Intrinsics.PERFORMANCE,
    timezoneOffset: 0,
    wasi: STANDING,
    onUnhandledRejection: noteRejection,
  });
  vm.newFunction('call', (...handles) => vm.newString(answered(handles))).consume((call) =>
    vm.setProp(vm.global, '__polyvirt_host', call),
  );
  engine = vm;
  return vm;
}

/** The program in its engine, and our side of the hand-over beside it. */
class Program {
  private readonly _child: JSValueHandle;

  constructor(private readonly vm: QuickJS) {
    vm.evalCode(start.library, LIBRARY_FILE).dispose();
    this._child = vm.global.getProp(CHILD);
    vm.evalCode(`delete globalThis.${CHILD}`).dispose();
  }

  public run(): void {
    this.call('begin', start.begin);
    try {
      const isModule = start.format === 'esm';
      const code = isModule ? start.program : `(function (exports, module) {${start.program}\n})({}, { exports: {} });`;
      const result = this.vm.evalCode(code, PROGRAM_FILE, isModule ? EvalFlags.TYPE_MODULE : 0);
      if (isModule) {
        this.callWith('awaitModule', result);
      }
      result.dispose();
    } catch (error) {
      this.fail(error);
    }
    do {
      this.runJobs();
    } while (this.call('goOn') === 'on');
    post({ kind: 'reads', reads: { files: [...files.looked].sort(), variables: [...variables].sort() } });
  }

  public answer(question: string): void {
    this.call('answer', question);
    this.runJobs();
  }

  /** Runs what promises have to do, and fails the program by what they lost. */
  private runJobs(): void {
    this.vm.executePendingJobs();
    for (const { promise, reason } of rejections.values()) {
      this.callWith('fail', reason);
      promise.dispose();
      reason.dispose();
    }
    rejections.clear();
  }

  private fail(error: unknown): void {
    if (!(error instanceof JSException)) {
      throw error;
    }
    this.callWith('fail', error.handle);
    error.handle.dispose();
  }

  private call(name: string, text = ''): string {
    return this.vm.newString(text).consume((handle) => this.callWith(name, handle));
  }

  private callWith(name: string, handle: JSValueHandle): string {
    return this._child
      .getProp(name)
      .consume((method) =>
        this.vm
          .callFunction(method, this.vm.undefined, handle)
          .consume((result) => (result.isString ? result.toString() : '')),
      );
  }
}

/** Its lines are no lines of the user's: frames of files that are named as modules of Node are left out. */
const LIBRARY_FILE = 'node:polyvirt';
const PROGRAM_FILE = 'polyvirt-app.bundle.js';
const CHILD = '__polyvirt_child';

/** What the engine says when it has no more memory, inside and outside of it. */
const OUT_OF_MEMORY = /out of memory|wasm_malloc failed|memory access out of bounds/;

async function run(): Promise<void> {
  const program = new Program(await makeEngine());
  const guarded = (work: () => void) => {
    try {
      work();
      post({ kind: 'idle' });
    } catch (error) {
      const message = (error as Error).message;
      stopBy(OUT_OF_MEMORY.test(message) ? 'memoryMiB' : 'engine', message);
    }
  };
  guarded(() => program.run());
  port.on('message', (question: string) => guarded(() => program.answer(question)));
}

run().catch((error: unknown) => stopBy('engine', (error as Error).message));
