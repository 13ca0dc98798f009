import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What was read upstream, as data, where somebody has put it beside the project. It is not a part of it. */
const FACTS = resolve(__dirname, '../../shared/facts/data');

/** Whether there is such a folder on this machine. */
export const HAS_FACTS = existsSync(FACTS);

/** One of its files. */
export function facts<T>(name: string): T {
  return JSON.parse(readFileSync(join(FACTS, `${name}.json`), 'utf8')) as T;
}
