import type { ChildMessage, OriginsQuestion, ToldOrigin } from './app-child';
import { type Exit, type NodeProgram, startNode } from './spawn-node';

/** Origins by the paths of constructs. */
export type Origins = ReadonlyMap<string, ToldOrigin>;

/** A program that is over, whose process still waits to be asked. */
interface ChildRpc {
  /** How it ended: by its own word, or as its process did, where that came first. */
  readonly exit: Exit;
  /** Where constructs, or the nearest ones around them, were made. Of a process that is gone: nothing. */
  ask(owners: OriginsQuestion['owners']): Promise<Origins>;
  /** Lets the process end, and says how it did. Without it, it ends with us. */
  close(): Promise<Exit>;
}

/** Runs a program until it has told everything. */
export async function startChildRpc(program: NodeProgram): Promise<ChildRpc> {
  const asked: ((origins: Origins) => void)[] = [];
  let say: (exit: Exit) => void = () => undefined;
  const said = new Promise<Exit>((resolve) => {
    say = resolve;
  });
  const receive = (message: ChildMessage): void => {
    if (message?.type === 'exit') {
      say({ code: message.code, signal: null });
    } else if (message?.type === 'origins') {
      asked.shift()?.(new Map(message.origins));
    } else {
      program.receive(message);
    }
  };
  const node = startNode({ ...program, receive });
  let isGone = false;
  const gone = node.closed.finally(() => {
    isGone = true;
    for (const answer of asked.splice(0)) {
      answer(new Map());
    }
  });
  const exit = await Promise.race([said, gone]);
  // From here on its answer may not be waited for.
  gone.catch(() => undefined);
  node.keepUs(false);
  return {
    exit,
    ask: async (owners) => {
      if (isGone || owners.length === 0) {
        return new Map();
      }
      node.keepUs(true);
      const answer = new Promise<Origins>((resolve) => asked.push(resolve));
      node.say(JSON.stringify({ owners } satisfies OriginsQuestion));
      return answer.finally(() => node.keepUs(false));
    },
    close: () => {
      node.keepUs(true);
      node.hangUp();
      return gone;
    },
  };
}
