import { resolve } from 'node:path';
import type { ApiObject, App } from 'cdk8s';
import type { GivenParameter } from '../../argocd/given';
import { type Group, type GroupShape, Groups } from '../../cluster/group';
import { beginHandOver } from '../../constructs/findings';
import { handOver, type TreeMessage } from '../../constructs/hand-over';
import {
  historyOf,
  type LaidOver,
  type PatchStep,
  type ReadFrom,
  type WatchedCdk8s,
  watchObjects,
} from '../../constructs/history';
import { type AskedParameter, beginExchange } from '../../constructs/parameter';
import { inert } from '../../findings/escape/characters';
import type { Finding } from '../../findings/finding';
import { asText, type KubeObject } from '../../kube/object';
import { ChildChannel } from './child-channel';
import { captureFrames, FAILED_DEEPEST, framesOf, nearest, type StackFrame } from './frames';
import { givenHere } from './given-variable';
import type { Reads } from './hermetic';

/** What the child says: its tree, how its program went, and what it is asked for. */
export type ChildMessage =
  | Exclude<TreeMessage, { type: 'origin' | 'failed' }>
  /** VMs that are alike, once: groups are numbered as they come, from 0. */
  | ({ readonly type: 'group' } & GroupShape)
  /** One of them, by the texts of its own. */
  | (Omit<ObjectMessage, 'type' | 'object'> & {
      readonly type: 'member';
      readonly group: number;
      readonly texts: readonly string[];
    })
  | { readonly type: 'app' }
  | { readonly type: 'parameter'; readonly parameter: AskedParameter }
  | { readonly type: 'wrong-parameter'; readonly finding: Finding }
  | { readonly type: 'reads'; readonly reads: Reads }
  | { readonly type: 'thrown'; readonly message: string; readonly frames: readonly StackFrame[] }
  /** V8's compiled code of the bundle, in Base64, where the loader asked for it. */
  | { readonly type: 'compiled'; readonly code: string }
  | { readonly type: 'exit'; readonly code: number }
  | { readonly type: 'origins'; readonly origins: readonly (readonly [path: string, origin: ToldOrigin])[] };

type ObjectMessage = Extract<TreeMessage, { type: 'object' }>;
type OriginMessage = Extract<TreeMessage, { type: 'origin' }>;

/** Where a construct was made, and what was done to the object that it is. */
export interface ToldOrigin {
  /** Where it, or the nearest construct around it, was made. */
  readonly frames: readonly StackFrame[];
  /** Keys, from the root of the object, that calls for its metadata wrote, in their order. */
  readonly metadata?: readonly { readonly keys: readonly string[]; readonly frames: readonly StackFrame[] }[];
  /** The object before its patches, where they were applied once more. */
  readonly before?: KubeObject;
  /** The calls that patched it. */
  readonly patches?: readonly (Omit<PatchStep, 'origin'> & { readonly frames: readonly StackFrame[] })[];
  /** What it was read from; the file by its absolute path. */
  readonly readFrom?: ReadFrom;
  /** What the props of the construct around it lay over it. */
  readonly laid?: LaidOver;
}

/** Whose origins the parent wants: after the word `exit`, as often as it likes. */
export interface OriginsQuestion {
  readonly owners: readonly string[] | 'all';
}

/** What a program gets from outside, and who notes what it looks at. */
interface ProgramOptions {
  readonly given?: readonly GivenParameter[];
  readonly reads?: () => Reads;
}

/**
 * Runs the user's program with a `synth()` that hands the tree over instead of writing files.
 *
 * This is the child's side: it is bundled with the user's program, or run beside it. When the program is over, the child
 * stays until the parent has asked where constructs were made that it has to say something about. Working that out for all
 * of them would take as long as making them.
 */
export async function runProgram(
  cdk8s: WatchedCdk8s & { readonly App: typeof App },
  program: () => unknown,
  { given = givenHere(), reads }: ProgramOptions = {},
): Promise<void> {
  const apps = new Set<App>();
  const origins: OriginMessage[] = [];
  const exchange = given === undefined ? undefined : beginExchange(given);
  Error.stackTraceLimit = FAILED_DEEPEST;
  beginHandOver(captureFrames);
  const readFrom = watchObjects(cdk8s, captureFrames);
  printInertly(process.stdout);
  printInertly(process.stderr);
  cdk8s.App.prototype.synth = function synth(this: App): void {
    if (apps.has(this)) {
      return;
    }
    apps.add(this);
    tell({ type: 'app' });
    const called = captureFrames(synth);
    handOver(this, (message) => {
      if (message.type === 'origin') {
        origins.push(message);
      } else if (message.type === 'failed') {
        const known = new Map(origins.map((origin) => [origin.path, origin]));
        const made = nearest(message.path, known, ({ origin }) => origin);
        failed = { called: framesOf(called), made: framesOf(made ?? {}) };
      } else if (message.type === 'object') {
        tellObject(message);
      } else {
        tell(message);
      }
    });
    for (const parameter of exchange?.asked ?? []) {
      tell({ type: 'parameter', parameter });
    }
    for (const finding of exchange?.findings ?? []) {
      tell({ type: 'wrong-parameter', finding });
    }
    if (reads !== undefined) {
      tell({ type: 'reads', reads: reads() });
    }
    channel.flush();
  };
  afterExit((code) => {
    const compiled = code === 0 ? (globalThis as { [COMPILED]?: () => Buffer })[COMPILED]?.() : undefined;
    if (compiled !== undefined) {
      tell({ type: 'compiled', code: compiled.toString('base64') });
    }
    tell({ type: 'exit', code });
    channel.flush();
    answerQuestions(() => new Map(origins.map((origin) => [origin.path, origin])), readFrom);
  });
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  try {
    await program();
  } catch (error) {
    fail(error);
  }
}

/** Where `load-app` leaves what gives the code that was compiled; by its name, since it is not in the bundle. */
const COMPILED = Symbol.for('polyvirt.compiled');
const channel = new ChildChannel();

function tell(message: ChildMessage): void {
  channel.tell(message);
}

const groups = new Groups();
const numbers = new Map<Group, number>();

/** Tells an object, or, of VMs that are alike, only the texts that tell one from the others. */
function tellObject({ cluster, path, owner, object }: ObjectMessage): void {
  const membership = groups.of(object);
  if (membership === undefined) {
    tell({ type: 'object', cluster, path, owner, object });
    return;
  }
  const { group, texts } = membership;
  let number = numbers.get(group);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(group, number);
    tell({ type: 'group', representative: group.representative, places: group.places });
  }
  tell({ type: 'member', cluster, path, owner, group: number, texts });
}

/** Where `synth()` was called, and where the construct was made that threw when it was asked. */
let failed: { readonly called: readonly StackFrame[]; readonly made: readonly StackFrame[] } | undefined;

function fail(error: unknown): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `Error: ${asText(error)}`;
  tell({ type: 'thrown', message, frames: failedFrames(error) });
  channel.flush();
  process.exit(1);
}

/**
 * An error during the hand-over of the tree lies in what a construct was given: its line says more than that of
 * `synth()`.
 */
function failedFrames(thrown: unknown): readonly StackFrame[] {
  const frames = thrown instanceof Error ? framesOf(thrown, FAILED_DEEPEST) : [];
  if (failed === undefined) {
    return frames;
  }
  const { called, made } = failed;
  const [line, column] = called[0] ?? [];
  const end = frames.findIndex((frame) => frame[0] === line && frame[1] === column);
  return [...frames.slice(0, end === -1 ? undefined : end), ...made, ...called];
}

/**
 * A program's output arrives at a terminal or in a log, and it prints names that it read somewhere. A program that wants to
 * reach the terminal by other ways does so with the rights of the user who runs it.
 */
function printInertly(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) =>
    write(inert(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()), ...rest)) as typeof stream.write;
}

/** Does something last of all: what the program itself does on its way out comes before. */
function afterExit(last: (code: number) => void): void {
  const { emit } = process;
  process.emit = function emitThenLast(this: NodeJS.Process, ...args: Parameters<typeof emit>) {
    const heard = emit.apply(this, args);
    if ((args[0] as string) === 'exit') {
      last(Number(process.exitCode ?? args[1] ?? 0));
    }
    return heard;
  } as typeof emit;
}

/** @param told where constructs were made, by their paths */
function answerQuestions(
  told: () => ReadonlyMap<string, OriginMessage>,
  readFrom: (object: ApiObject) => ReadFrom | undefined,
): void {
  let origins: ReadonlyMap<string, OriginMessage> | undefined;
  for (let line = channel.hear(); line !== undefined; line = channel.hear()) {
    const { owners } = JSON.parse(line) as OriginsQuestion;
    origins ??= told();
    const known = origins;
    const isAll = owners === 'all';
    const wanted = isAll ? [...known.keys()] : owners;
    tell({ type: 'origins', origins: wanted.map((path) => [path, toldOrigin(path, known, readFrom, !isAll)]) });
    channel.flush();
  }
}

/** Of what nothing is known around there are no frames. */
function toldOrigin(
  path: string,
  known: ReadonlyMap<string, OriginMessage>,
  readFrom: (object: ApiObject) => ReadFrom | undefined,
  replay: boolean,
): ToldOrigin {
  const { object } = known.get(path) ?? {};
  const frames = framesOf(nearest(path, known, ({ origin }) => origin) ?? {});
  const laid = known.get(path.replace(/\/Resource$/, ''))?.laid?.();
  const made = { frames, ...(laid === undefined ? {} : { laid }) };
  if (object === undefined) {
    return made;
  }
  const { metadataCalls = [], before, patches = [] } = historyOf(object, replay) ?? {};
  const from = readFrom(object);
  return {
    ...made,
    ...(metadataCalls.length === 0
      ? {}
      : { metadata: metadataCalls.map(({ keys, origin }) => ({ keys, frames: framesOf(origin) })) }),
    ...(before === undefined ? {} : { before }),
    ...(patches.length === 0
      ? {}
      : { patches: patches.map(({ origin, ...step }) => ({ ...step, frames: framesOf(origin) })) }),
    // What an address gave has no lines of the user's.
    ...(from === undefined || /^\w+:\/\//.test(from.file) ? {} : { readFrom: { ...from, file: resolve(from.file) } }),
  };
}
