import type { GivenParameter } from '../../../../argocd/given';
import { setHash } from '../../../../kube/hash';
import { FAILED_DEEPEST, framesOf } from '../../frames';
import type { ChildMessage, OriginsQuestion, ToldApp } from '../../told-app';
import { Buffer } from './buffer';
import { latin1Decode, utf8Encode } from './bytes';
import { host } from './host';
import { nodeModule } from './node-modules';
import { type Begin, beginProcess, emit, exited, ProgramEnd, processShim } from './process';
import { runNextTimer } from './timers';

/**
 * How a program begins and ends in the wall, as its host calls it.
 *
 * Nothing here is a guard: a program shares this engine and may change whatever it finds. What it says is judged outside.
 */

/** What the host says before the program runs. */
interface WallBegin extends Begin {
  readonly given: readonly GivenParameter[];
}

/** Enough for one call of the host. */
const ENOUGH = 1 << 16;

const { stringify, parse } = JSON;
let pending: string[] = [];
let length = 0;

export function tell(message: ChildMessage): void {
  const line = stringify(message);
  pending.push(line);
  length += line.length;
  if (length > ENOUGH) {
    flush();
  }
}

export function flush(): void {
  if (pending.length > 0) {
    const lines = pending.join('\n');
    pending = [];
    length = 0;
    host.say(lines);
  }
}

let told: ToldApp | undefined;
let given: readonly GivenParameter[] = [];
/** The program itself, which may wait for something. */
let isRunning = false;
let isOver = false;

setHash((algorithm, data, encoding = 'hex') => {
  const bytes = typeof data === 'string' ? utf8Encode(data) : data;
  const digest = host.digest(algorithm, latin1Decode(bytes), 'hex');
  return encoding === 'hex' ? digest : Buffer.from(digest, 'hex').toString(encoding);
});

/** What the program is given. */
export function givenParameters(): readonly GivenParameter[] {
  return given;
}

/** Says what the program is given, and gives it its surroundings. */
export function begin(text: string): void {
  const said = parse(text) as WallBegin;
  given = said.given;
  beginProcess(said);
}

export { nodeModule };

/** A part of the library that is loaded when it is named: see `scripts/bundle.mjs`. */
export function latePart(name: string): unknown {
  const { __polyvirt_shared: loaded } = globalThis as unknown as { __polyvirt_shared: Record<string, unknown> };
  if (!Object.hasOwn(loaded, name)) {
    host.part(name);
  }
  return loaded[name];
}

/** Waits for a module that waits at its top level. */
export function awaitModule(module: Promise<unknown>): void {
  isRunning = true;
  module.then(
    () => {
      isRunning = false;
    },
    (error: unknown) => fail(error),
  );
}

/** What the child knows of its tree, once it is there. */
export function hasTold(app: ToldApp): void {
  told = app;
}

/** Ends the program by what it threw. */
export function fail(error: unknown): void {
  if (isOver) {
    return;
  }
  if (error instanceof ProgramEnd || exited !== undefined) {
    end();
    return;
  }
  tellThrown(error);
  processShim.exitCode = 1;
  end(1);
}

/** Does what is due when nothing else is to be done; nothing where the program is over. */
export function goOn(): 'on' | 'over' {
  if (isOver) {
    return 'over';
  }
  try {
    if (exited === undefined && runNextTimer()) {
      return 'on';
    }
    // As in Node, where a module that waits for what never comes ends with 13.
    end(isRunning && exited === undefined ? 13 : undefined);
  } catch (error) {
    fail(error);
  }
  return 'over';
}

function end(code = exited ?? processShim.exitCode ?? 0): void {
  if (isOver) {
    return;
  }
  isOver = true;
  try {
    emit('exit', code);
  } catch (error) {
    if (!(error instanceof ProgramEnd)) {
      tellThrown(error);
    }
  }
  tell({ type: 'exit', code: Number(processShim.exitCode ?? code) });
  flush();
}

/** Answers where constructs were made. */
export function answer(question: string): void {
  const asked = parse(question) as OriginsQuestion;
  tell(told?.origins(asked) ?? { type: 'origins', origins: [] });
  flush();
}

/** Before cdk8s is there, an error is told without what is known of constructs. */
function tellThrown(error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  tell(
    told?.thrown(error) ?? { type: 'thrown', message: `${name}: ${message}`, frames: framesOf(error, FAILED_DEEPEST) },
  );
}
