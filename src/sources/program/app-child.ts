import { resolve } from 'node:path';
import type { GivenParameter } from '../../argocd/given';
import { inert } from '../../findings/escape/characters';
import { ChildChannel } from './child-channel';
import { givenHere } from './given-variable';
import { type OriginsQuestion, type ProgramCdk8s, type ToldApp, tellApps } from './told-app';

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
