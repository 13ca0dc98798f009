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
import type { Finding } from '../../findings/finding';
import { asText, type KubeObject } from '../../kube/object';
import { memory } from '../memory';
import { captureFrames, FAILED_DEEPEST, framesOf, nearest, type StackFrame } from './frames';

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
  /** The whole tree of an app was told. */
  | { readonly type: 'handed' }
  | { readonly type: 'parameter'; readonly parameter: AskedParameter }
  | { readonly type: 'wrong-parameter'; readonly finding: Finding }
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

/** The copy of cdk8s that a program uses. */
export type ProgramCdk8s = WatchedCdk8s & { readonly App: typeof App };

/** Where a program says what it came to: a process of its own, or the wall. */
export interface Teller {
  readonly tell: (message: ChildMessage) => void;
  /** Sends what was not sent yet. */
  readonly flush: () => void;
  /** A path as the parent knows it. */
  readonly resolve: (file: string) => string;
  readonly given: readonly GivenParameter[] | undefined;
}

/** Questions that the child answers once a tree was handed over. */
export interface ToldApp {
  /** How the program failed, as the parent wants to hear it. */
  readonly thrown: (error: unknown) => ChildMessage;
  /** Where constructs were made. */
  readonly origins: (question: OriginsQuestion) => ChildMessage;
}

/** Replaces `synth()` by one that hands the tree over instead of writing files. */
export function tellApps(cdk8s: ProgramCdk8s, { tell: send, flush, resolve, given }: Teller): ToldApp {
  const { message: note } = memory();
  const tell: Teller['tell'] = (message) => {
    note?.();
    send(message);
  };
  const locate: typeof captureFrames = (caller) => {
    note?.();
    return captureFrames(caller);
  };
  const apps = new Set<App>();
  const told: OriginMessage[] = [];
  const exchange = given === undefined ? undefined : beginExchange(given);
  const tellObject = objectTeller(tell);
  let failed: FailedHandOver | undefined;
  Error.stackTraceLimit = FAILED_DEEPEST;
  beginHandOver(locate);
  const readFrom = watchObjects(cdk8s, locate);
  cdk8s.App.prototype.synth = function synth(this: App): void {
    if (apps.has(this)) {
      return;
    }
    apps.add(this);
    tell({ type: 'app' });
    const called = captureFrames(synth);
    handOver(this, (message) => {
      if (message.type === 'origin') {
        told.push(message);
      } else if (message.type === 'failed') {
        const known = new Map(told.map((origin) => [origin.path, origin]));
        const made = nearest(message.path, known, ({ origin }) => origin);
        failed = { called: framesOf(called), made: framesOf(made ?? {}) };
      } else if (message.type === 'object') {
        tellObject(message);
      } else {
        tell(message);
        if (message.type === 'vms') {
          // There is something to do with what was told.
          flush();
        }
      }
    });
    for (const parameter of exchange?.asked ?? []) {
      tell({ type: 'parameter', parameter });
    }
    for (const finding of exchange?.findings ?? []) {
      tell({ type: 'wrong-parameter', finding });
    }
    tell({ type: 'handed' });
    flush();
  };
  let byPath: ReadonlyMap<string, OriginMessage> | undefined;
  return {
    thrown: (error) => ({
      type: 'thrown',
      message: error instanceof Error ? `${error.name}: ${error.message}` : `Error: ${asText(error)}`,
      frames: failedFrames(error, failed),
    }),
    origins: ({ owners }) => {
      byPath ??= new Map(told.map((origin) => [origin.path, origin]));
      const known = byPath;
      const isAll = owners === 'all';
      const wanted = isAll ? [...known.keys()] : owners;
      return {
        type: 'origins',
        origins: wanted.map((path) => [path, toldOrigin(path, known, readFrom, resolve, !isAll)]),
      };
    },
  };
}

/** Tells objects, or, of VMs that are alike, only the texts that tell one from the others. */
function objectTeller(tell: Teller['tell']): (message: ObjectMessage) => void {
  const groups = new Groups();
  const numbers = new Map<Group, number>();
  return ({ cluster, path, owner, object }) => {
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
  };
}

/** Where `synth()` was called, and where the construct was made that threw when it was asked. */
interface FailedHandOver {
  readonly called: readonly StackFrame[];
  readonly made: readonly StackFrame[];
}

/**
 * An error during the hand-over of the tree lies in what a construct was given: its line says more than that of
 * `synth()`.
 */
function failedFrames(thrown: unknown, failed: FailedHandOver | undefined): readonly StackFrame[] {
  const frames = thrown instanceof Error ? framesOf(thrown, FAILED_DEEPEST) : [];
  if (failed === undefined) {
    return frames;
  }
  const { called, made } = failed;
  const [line, column] = called[0] ?? [];
  const end = frames.findIndex((frame) => frame[0] === line && frame[1] === column);
  return [...frames.slice(0, end === -1 ? undefined : end), ...made, ...called];
}

/** Of what nothing is known around there are no frames. */
function toldOrigin(
  path: string,
  known: ReadonlyMap<string, OriginMessage>,
  readFrom: (object: ApiObject) => ReadFrom | undefined,
  resolve: Teller['resolve'],
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
