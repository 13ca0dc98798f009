import { readFileSync } from 'node:fs';
import { hasOracle, oracle } from '../../oracles.cjs';
import { images } from './images';
import { launcher } from './launcher';
import { machines } from './machines';
import { migratable } from './migratable';
import { place } from './place';
import type { Tally } from './tally';
import { updates } from './updates';

/** What polyvirt foretells, with the file of inputs and what upstream's own code made of them. */
export interface Prediction {
  readonly name: string;
  readonly file: string;
  /** Nothing where the file is not at hand. */
  readonly measure: () => Promise<Tally | undefined>;
}

function prediction<T>(
  name: string,
  cases: string,
  compare: (read: readonly T[]) => Tally | Promise<Tally>,
): Prediction {
  const file = `cases/${cases}.jsonl`;
  const measure = async () => {
    if (!hasOracle(file)) {
      return undefined;
    }
    const lines = readFileSync(oracle(file), 'utf8').split('\n');
    return compare(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T));
  };
  return { name, file, measure };
}

export const PREDICTIONS: readonly Prediction[] = [
  prediction('launcher pod', 'launcher', launcher),
  prediction('place', 'place', place),
  prediction('golden images', 'images', images),
  prediction('machines', 'machines', machines),
  prediction('changes of a VM', 'updates', updates),
  prediction('who can migrate', 'migratable', migratable),
];
