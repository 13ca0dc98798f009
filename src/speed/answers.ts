import { readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Dependency } from '../sources/memory';
import { digestOf } from './folder';
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

/**
 * Something that an answer depends on, and what it was then.
 *
 * A file counts by what is in it, or by its absence; names by what a folder has in it; an `installed` file by its size and
 * time, since it is changed by an installation only; a variable by its value.
 */
export type Input = readonly [...Dependency, state: string];

/** Where inputs are looked for. */
export interface InputSurroundings {
  /** What names of files and folders are relative to: it may be another one each time. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What an input is now. */
export function stateOf(kind: Dependency[0], name: string, { root, env }: InputSurroundings): string {
  if (kind === 'variable') {
    const value = env[name];
    return value === undefined ? ABSENT : digestOf(value);
  }
  const path = resolve(root, name);
  try {
    switch (kind) {
      case 'file':
        return digestOf(readFileSync(path));
      case 'names':
        return digestOf(...readdirSync(path).sort());
      case 'installed': {
        const { size, mtimeMs } = statSync(path);
        return `${size} ${mtimeMs}`;
      }
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? ABSENT;
  }
}

/** No digest looks like it. */
const ABSENT = '-';

/** Whether everything is as it was. */
function areAsBefore(inputs: readonly Input[], surroundings: InputSurroundings): boolean {
  return inputs.every(([kind, name, state]) => stateOf(kind, name, surroundings) === state);
}
