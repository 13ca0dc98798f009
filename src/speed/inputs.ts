import { readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Dependency } from '../sources/memory';
import { digestOf } from './digest';

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
export function areAsBefore(inputs: readonly Input[], surroundings: InputSurroundings): boolean {
  return inputs.every(([kind, name, state]) => stateOf(kind, name, surroundings) === state);
}
