import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { EvalFlags, Intrinsics, JSException, type JSValueHandle, QuickJS } from 'quickjs-wasi';
import { readBroughtWithin } from '../../host/brought-manifests';
import { isTold } from '../told-variables';
import { boundedEngine, STANDING } from './engine';
import { NotRead, RepositoryFiles } from './repository-files';
import { countOf, isDeeperThan } from './said-text';
import { digest, url } from './text-calls';
import {
  type EngineImage,
  UNTAKEN_BYTES,
  type WallMessage,
  type WallProgram,
  type WallStart,
  type WallStop,
} from './wall-messages';

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

function print(text: string): string {
  const room = limits.printedBytes - printed;
  if (room > 0) {
    printed += text.length;
    post({ kind: 'printed', text: text.slice(0, room) });
  }
  return '';
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

/** TypeScript has its types, but not as a value of Node. */
const { Module } = (globalThis as unknown as { WebAssembly: Compiler }).WebAssembly;

interface Compiler {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WebAssembly.Module;
}

/** Flags of V8 are those of the whole process, so they are set for this moment only. */
function compiledEngine(): WebAssembly.Module {
  const bytes = boundedEngine(limits.memoryMiB);
  start.flags.forEach(([during]) => void setFlagsFromString(during));
  try {
    return new Module(bytes);
  } finally {
    start.flags.forEach(([, after]) => void setFlagsFromString(after));
  }
}

let compiled: WebAssembly.Module | undefined;

/** Also while the program is still bundled. */
function compile(): WebAssembly.Module {
  compiled ??= compiledEngine();
  return compiled;
}

const given = () => ({
  wasm: compile(),
  maxStackSize: limits.stackBytes,
  intrinsics: Intrinsics.ALL & ~Intrinsics.PERFORMANCE,
  timezoneOffset: 0,
  wasi: STANDING,
  onUnhandledRejection: noteRejection,
});

/** The name of the function that answers, by which an image knows it. */
const CALL = 'call';

/** An engine with polyvirt in it. */
async function withLibrary(library: string): Promise<Program> {
  const vm = await QuickJS.create(given());
  engine = vm;
  vm.newFunction(CALL, (...handles) => vm.newString(answered(handles))).consume((call) =>
    vm.setProp(vm.global, '__polyvirt_host', call),
  );
  vm.evalCode(library, LIBRARY_FILE).dispose();
  const child = vm.global.getProp(CHILD);
  vm.evalCode(`delete globalThis.${CHILD}`).dispose();
  return new Program(vm, child);
}

/** The same engine, and libraries too, as it was when it had loaded them. */
async function ofImage({ memory, stackPointer, runtime, context, child }: EngineImage): Promise<Program> {
  const vm = await QuickJS.restore(
    { memory, stackPointer, runtimePtr: runtime, contextPtr: context, extensions: [] },
    given(),
  );
  engine = vm;
  vm.registerHostCallback(CALL, (...handles) => vm.newString(answered(handles)));
  return new Program(vm, vm.importHandle(child));
}

function imageOf(vm: QuickJS, child: JSValueHandle): EngineImage {
  const { memory, stackPointer, runtimePtr, contextPtr } = vm.snapshot();
  return {
    memory: memory as EngineImage['memory'],
    stackPointer,
    runtime: runtimePtr,
    context: contextPtr,
    child: vm.exportHandle(child),
  };
}

/** The program in its engine, and our side of the hand-over beside it. */
class Program {
  constructor(
    private readonly vm: QuickJS,
    private readonly _child: JSValueHandle,
  ) {}

  public run({ libraries, isImageKept, begin, format, program }: WallProgram): void {
    const isLoaded = this.tried(() => {
      this.vm.evalCode(libraries, LIBRARY_FILE).dispose();
      // What was asked for may be another thing the next time.
      if (isImageKept && calls === 0 && rejections.size === 0) {
        post({ kind: 'image', image: imageOf(this.vm, this._child) });
      }
    });
    this.call('begin', begin);
    if (isLoaded) {
      this.tried(() => this.evaluate(format, program));
    }
    do {
      this.runJobs();
    } while (this.call('goOn') === 'on');
    post({ kind: 'reads', reads: { files: [...files.looked].sort(), variables: [...variables].sort() } });
  }

  private evaluate(format: WallProgram['format'], program: string): void {
    const isModule = format === 'esm';
    const code = isModule ? program : `(function (exports, module) {${program}\n})({}, { exports: {} });`;
    const result = this.vm.evalCode(code, PROGRAM_FILE, isModule ? EvalFlags.TYPE_MODULE : 0);
    if (isModule) {
      this.callWith('awaitModule', result);
    }
    result.dispose();
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

  /** Does work in the engine; what it throws fails the program. */
  private tried(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof JSException)) {
        throw error;
      }
      this.callWith('fail', error.handle);
      error.handle.dispose();
      return false;
    }
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
const OUT_OF_MEMORY = /out of memory|wasm_malloc failed|memory access out of bounds|Maximum memory size exceeded/;

function stopOn({ message }: Error): void {
  stopBy(OUT_OF_MEMORY.test(message) ? 'memoryMiB' : 'engine', message);
}

function guarded(work: () => void): void {
  try {
    work();
    post({ kind: 'idle' });
  } catch (error) {
    stopOn(error as Error);
  }
}

async function run(told: WallProgram): Promise<void> {
  const program = await (told.image === undefined ? (begun ?? withLibrary(told.library)) : ofImage(told.image));
  guarded(() => program.run(told));
  port.on('message', (question: string) => guarded(() => program.answer(question)));
}

/** The engine, while the program is still bundled. */
let begun: Promise<Program> | undefined;

port.once('message', (library: string) => {
  port.once('message', (told: WallProgram) => void run(told).catch(stopOn));
  if (library === '') {
    compile();
  } else {
    begun = withLibrary(library);
  }
});
