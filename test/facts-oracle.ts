import { readFileSync } from 'node:fs';
import { oracle } from '../scripts/oracles.cjs';

/** One of the files with what was read upstream, as data, where somebody has put them. They are not a part of the project. */
export function facts<T>(name: string): T {
  return JSON.parse(readFileSync(oracle('facts/data', `${name}.json`), 'utf8')) as T;
}

/** Inputs with what upstream's own code decided, one per line, where they are at hand. */
export function cases<T>(name: string): T[] {
  const lines = readFileSync(oracle('cases', `${name}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}
