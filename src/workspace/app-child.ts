import { writeSync } from 'node:fs';
import type { App } from 'cdk8s';
import type { GivenParameter } from '../argocd/given';
import { beginHandOver } from '../constructs/findings';
import { handOver, type TreeMessage } from '../constructs/hand-over';
import { type AskedParameter, beginExchange } from '../constructs/parameter';
import type { Finding } from '../findings/finding';
import type { Reads } from './hermetic';

/** What the child says: its tree, and how its program went. */
export type ChildMessage =
  | Exclude<TreeMessage, { type: 'origin' }>
  | { readonly type: 'origin'; readonly path: string; readonly frames: readonly Frame[] }
  | { readonly type: 'app' }
  | { readonly type: 'parameter'; readonly parameter: AskedParameter }
  | { readonly type: 'wrong-parameter'; readonly finding: Finding }
  | { readonly type: 'reads'; readonly reads: Reads }
  | { readonly type: 'thrown'; readonly message: string; readonly frames: readonly Frame[] };

/** What a program gets from outside, and who notes what it looks at. */
export interface ProgramOptions {
  readonly given?: readonly GivenParameter[];
  readonly reads?: () => Reads;
}

/** Line and column in the bundle, both from 1. */
export type Frame = readonly [line: number, column: number];

/** The descriptor that messages go to. Standard output belongs to the user's program, and ends up on stderr. */
const CHANNEL = 3;

/** Enough to get from our constructors to the user's line. */
const DEEPEST = 6;

/**
 * Runs the user's program with a `synth()` that hands the tree over instead of writing files.
 *
 * This is the child's side: it is bundled with the user's program, or run beside it.
 */
export async function runProgram(
  cdk8s: { App: typeof App },
  program: () => unknown,
  { given, reads }: ProgramOptions = {},
): Promise<void> {
  const apps = new Set<App>();
  const exchange = given === undefined ? undefined : beginExchange(given);
  beginHandOver(captureFrames);
  cdk8s.App.prototype.synth = function synth(this: App): void {
    if (!apps.has(this)) {
      apps.add(this);
      tell({ type: 'app' });
      handOver(this, (message) =>
        tell(
          message.type === 'origin'
            ? { type: 'origin', path: message.path, frames: framesOf(message.origin) }
            : message,
        ),
      );
      for (const parameter of exchange?.asked ?? []) {
        tell({ type: 'parameter', parameter });
      }
      for (const finding of exchange?.findings ?? []) {
        tell({ type: 'wrong-parameter', finding });
      }
      if (reads !== undefined) {
        tell({ type: 'reads', reads: reads() });
      }
      flush();
    }
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  try {
    await program();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const thrown = error instanceof Error ? error : new Error(String(error));
  tell({ type: 'thrown', message: `${thrown.name}: ${thrown.message}`, frames: framesOf(thrown) });
  flush();
  process.exit(1);
}

/** Where a constructor was called, unformatted: most are never asked for. */
function captureFrames(caller: unknown): { stack?: unknown } {
  const holder = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = DEEPEST;
  Error.captureStackTrace(holder, caller as () => void);
  Error.stackTraceLimit = stackTraceLimit;
  return holder;
}

/** Positions of the frames of a stack, read as data: its text would have to be parsed again. */
function framesOf(holder: unknown): Frame[] {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, sites) => sites;
  const { stack } = holder as { stack?: unknown };
  Error.prepareStackTrace = prepareStackTrace;
  if (Array.isArray(stack)) {
    return (stack as NodeJS.CallSite[]).slice(0, DEEPEST).flatMap((site) => {
      const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
      return line === null || column === null ? [] : [[line, column] as const];
    });
  }
  // Somebody has read the stack before, so it is text.
  return [...String(stack).matchAll(/:(\d+):(\d+)\)?$/gm)]
    .slice(0, DEEPEST)
    .map(([, line, column]) => [Number(line), Number(column)]);
}

/** What is told and not sent yet: many small writes cost more than all the rest. */
const pending: string[] = [];
let pendingLength = 0;
const ENOUGH = 1 << 16;

function tell(message: ChildMessage): void {
  const line = `${JSON.stringify(message)}\n`;
  pending.push(line);
  pendingLength += line.length;
  if (pendingLength > ENOUGH) {
    flush();
  }
}

/** Sends everything at once and in order: the program may end in the next line. */
function flush(): void {
  const bytes = Buffer.from(pending.join(''));
  pending.length = 0;
  pendingLength = 0;
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(CHANNEL, bytes, sent);
    } catch (error) {
      // A full pipe that does not block: the parent is reading, so there will be room.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        throw error;
      }
    }
  }
}
