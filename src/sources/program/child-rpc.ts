import type { Exit, RunningProgram } from './spawn-node';
import type { ChildMessage, OriginsQuestion, ToldOrigin } from './told-app';

/** Origins by the paths of constructs. */
export type Origins = ReadonlyMap<string, ToldOrigin>;

/** A program that is over, whose process still waits to be asked. */
export interface ChildRpc {
  /** How it ended: by its own word, or as its process did, where that came first. */
  readonly exit: Exit;
  /** Where constructs, or the nearest ones around them, were made. Of a process that is gone: nothing. */
  ask(owners: OriginsQuestion['owners']): Promise<Origins>;
  /** Lets the process end, and says how it did. Without it, it ends with us. */
  close(): Promise<Exit>;
}

/** Takes what a program says. */
export type Receive = (message: ChildMessage) => void;

/**
 * Runs a program until it has told everything.
 *
 * @param start starts it, in a process or in the wall
 * @param take takes what it says about its tree
 */
export async function startChildRpc(start: (receive: Receive) => RunningProgram, take: Receive): Promise<ChildRpc> {
  const asked: ((origins: Origins) => void)[] = [];
  let say: (exit: Exit) => void = () => undefined;
  const said = new Promise<Exit>((resolve) => {
    say = resolve;
  });
  const program = start((message) => {
    if (message?.type === 'exit') {
      say({ code: message.code, signal: null });
    } else if (message?.type === 'origins') {
      asked.shift()?.(new Map(message.origins));
    } else {
      take(message);
    }
  });
  let isGone = false;
  const gone = program.closed.finally(() => {
    isGone = true;
    for (const answer of asked.splice(0)) {
      answer(new Map());
    }
  });
  const exit = await Promise.race([said, gone]);
  // From here on its answer may not be waited for.
  gone.catch(() => undefined);
  program.keepUs(false);
  return {
    exit,
    ask: async (owners) => {
      if (isGone || owners.length === 0) {
        return new Map();
      }
      program.keepUs(true);
      const answer = new Promise<Origins>((resolve) => asked.push(resolve));
      program.say(JSON.stringify({ owners } satisfies OriginsQuestion));
      return answer.finally(() => program.keepUs(false));
    },
    close: () => {
      program.keepUs(true);
      program.hangUp();
      return gone;
    },
  };
}
