import { readSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { GivenParameter } from '../../argocd/given';
import { inert } from '../../findings/escape/characters';
import { type OriginsQuestion, type ProgramCdk8s, type ToldApp, tellApps } from './told-app';
import { givenHere } from './told-variables';

/**
 * Runs the user's program with a `synth()` that hands the tree over instead of writing files.
 *
 * This is the child's side: it is bundled with the user's program, or run beside it. When the program is over, the child
 * stays until the parent has asked where constructs were made that it has to say something about. Working that out for all
 * of them would take as long as making them.
 */
export async function runProgram(
  cdk8s: ProgramCdk8s,
  program: () => unknown,
  given: readonly GivenParameter[] | undefined = givenHere(),
): Promise<void> {
  const channel = new ChildChannel();
  const flush = () => channel.flush();
  const told = tellApps(cdk8s, { tell: (message) => channel.tell(message), flush, resolve, given });
  const fail = (error: unknown) => {
    channel.tell(told.thrown(error));
    flush();
    process.exit(1);
  };
  printInertly(process.stdout);
  printInertly(process.stderr);
  afterExit((code) => {
    const compiled = code === 0 ? (globalThis as { [COMPILED]?: () => Buffer })[COMPILED]?.() : undefined;
    if (compiled !== undefined) {
      channel.tell({ type: 'compiled', code: compiled.toString('base64') });
    }
    channel.tell({ type: 'exit', code });
    flush();
    answerQuestions(channel, told);
    // At once: taking the heap apart, which Node does otherwise, takes longer than most programs run.
    process.exit(code);
  });
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  try {
    await program();
  } catch (error) {
    fail(error);
  }
}

/** Where `speed/load-app` leaves what gives the code that was compiled; by its name, since it is not in the bundle. */
const COMPILED = Symbol.for('polyvirt.compiled');

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

/** Tells where constructs were made, until the parent has no more questions. */
function answerQuestions(channel: ChildChannel, told: ToldApp): void {
  for (let line = channel.hear(); line !== undefined; line = channel.hear()) {
    channel.tell(told.origins(JSON.parse(line) as OriginsQuestion));
    channel.flush();
  }
}

/** The descriptor of the channel. Standard output belongs to the user's program, and ends up on stderr. */
const CHANNEL = 3;

/** Many small writes cost more than all the rest. */
const ENOUGH = 1 << 16;

/** At first the one who reads has nothing else to do. */
const ENOUGH_AT_FIRST = 1 << 12;

/**
 * The child's end of what it and its parent say to each other, one line each.
 *
 * Everything here waits until it is done: the program may end in the next line. While the parent is busy the channel is
 * full, and the program waits too, so that neither holds more than the other can take.
 */
class ChildChannel {
  private readonly _pending: string[] = [];
  private _pendingLength = 0;
  private _enough = ENOUGH_AT_FIRST;
  private _heard = '';
  private readonly _decoder = new StringDecoder('utf8');
  private _isAlone = false;

  /** Says something, soon. */
  public tell(message: unknown): void {
    const line = `${JSON.stringify(message)}\n`;
    this._pending.push(line);
    this._pendingLength += line.length;
    if (this._pendingLength > this._enough) {
      this._enough = Math.min(2 * this._enough, ENOUGH);
      this.flush();
    }
  }

  /** Sends what was not sent yet. */
  public flush(): void {
    const bytes = Buffer.from(this._pending.join(''));
    this._pending.length = 0;
    this._pendingLength = 0;
    for (let sent = 0; sent < bytes.length && !this._isAlone; ) {
      const count = this.attempt(() => writeSync(CHANNEL, bytes, sent));
      if (count === undefined) {
        // The parent is gone, so there is no use in going on.
        this._isAlone = true;
        process.exit(1);
      }
      sent += count;
    }
  }

  /** The next line that the parent says; nothing when it has no more to say. */
  public hear(): string | undefined {
    for (;;) {
      const end = this._heard.indexOf('\n');
      if (end !== -1) {
        const line = this._heard.slice(0, end);
        this._heard = this._heard.slice(end + 1);
        return line;
      }
      const chunk = Buffer.allocUnsafe(ENOUGH);
      const count = this.attempt(() => readSync(CHANNEL, chunk)) ?? 0;
      if (count === 0) {
        return undefined;
      }
      this._heard += this._decoder.write(chunk.subarray(0, count));
    }
  }

  /** Reads or writes; nothing where the other end is gone. */
  private attempt(work: () => number): number | undefined {
    for (;;) {
      try {
        return work();
      } catch (error) {
        // Where a descriptor does not block by itself, sleeping does what it should have done.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
          return undefined;
        }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }
  }
}
