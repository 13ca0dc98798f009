type Task = (...args: unknown[]) => void;

interface Timer {
  readonly id: number;
  readonly at: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
}

/** Timers in the order in which they are due. Nothing is waited for: when there is nothing else to do, the next one is due. */
const waiting: Timer[] = [];
let nowMs = 0;
let lastId = 0;

function add(run: () => void, delayMs: number, everyMs?: number, id = ++lastId): number {
  const at = nowMs + Math.max(1, Number(delayMs) || 0);
  const before = waiting.findIndex((timer) => timer.at > at);
  waiting.splice(before === -1 ? waiting.length : before, 0, { id, at, everyMs, run });
  return id;
}

function remove(id: unknown): void {
  const at = waiting.findIndex((timer) => timer.id === Number(id));
  if (at !== -1) {
    waiting.splice(at, 1);
  }
}

/** A timer as Node gives it: a number that can be told not to keep the program. */
class Handle {
  constructor(private readonly id: number) {}

  public ref(): this {
    return this;
  }

  public unref(): this {
    return this;
  }

  public [Symbol.toPrimitive](): number {
    return this.id;
  }
}

export const timers = {
  setTimeout: (task: Task, delayMs = 1, ...args: unknown[]) => new Handle(add(() => task(...args), delayMs)),
  setInterval: (task: Task, delayMs = 1, ...args: unknown[]) =>
    new Handle(add(() => task(...args), delayMs, Math.max(1, Number(delayMs) || 0))),
  setImmediate: (task: Task, ...args: unknown[]) => new Handle(add(() => task(...args), 0)),
  clearTimeout: remove,
  clearInterval: remove,
  clearImmediate: remove,
};

/** Runs the timer that is due next; nothing where there is none. */
export function runNextTimer(): boolean {
  const timer = waiting.shift();
  if (timer === undefined) {
    return false;
  }
  nowMs = timer.at;
  if (timer.everyMs !== undefined) {
    add(timer.run, timer.everyMs, timer.everyMs, timer.id);
  }
  timer.run();
  return true;
}
