import type { Dependency } from '../sources/memory';
import { areAsBefore, type Input, type InputSurroundings, stateOf } from './inputs';
import type { Store } from './store';

/** What was found out once: texts by name, small ones. */
export interface Answer {
  readonly notes: Readonly<Record<string, string>>;
  /** The one that may be large, as it is to be printed. */
  readonly body: Uint8Array;
}

/**
 * The answer to a question that was asked before, unless something that it depends on has changed since.
 *
 * A question is the digest of what is known before anything is read. What the answer depended on beyond that was noted
 * with it, by names relative to a root, so that it holds in every copy of a repository.
 */
export function recall(store: Store, question: string, surroundings: InputSurroundings): Answer | undefined {
  const bytes = store.read(question);
  const end = bytes?.indexOf(10) ?? -1;
  if (bytes === undefined || end === -1) {
    return undefined;
  }
  const { inputs, notes } = JSON.parse(bytes.toString('utf8', 0, end)) as Head;
  return areAsBefore(inputs, surroundings) ? { notes, body: bytes.subarray(end + 1) } : undefined;
}

/** What the answer will depend on, as it is now: to be looked at before the answer is worked out. */
export function statesOf(dependencies: readonly Dependency[], surroundings: InputSurroundings): Input[] {
  const unique = new Map(dependencies.map((dependency) => [dependency.join('\0'), dependency]));
  return [...unique.values()].map(([kind, name]) => [kind, name, stateOf(kind, name, surroundings)] as const);
}

/** Keeps an answer with what it depends on. */
export function remember(store: Store, question: string, inputs: readonly Input[], { notes, body }: Answer): void {
  const head: Head = { inputs, notes };
  store.write(question, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]));
}

interface Head {
  readonly inputs: readonly Input[];
  readonly notes: Answer['notes'];
}
