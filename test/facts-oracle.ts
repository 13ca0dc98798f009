import { readFileSync } from 'node:fs';
import { oracle } from '../scripts/oracles.cjs';

/** One of the files with what was read upstream, as data, where somebody has put them. They are not a part of the project. */
export function facts<T>(name: string): T {
  return JSON.parse(readFileSync(oracle('facts/data', `${name}.json`), 'utf8')) as T;
}
