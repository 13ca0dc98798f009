import { readFileSync } from 'node:fs';
import { hasOracle, oracle } from '../../oracles.cjs';
import { images } from './images';
import { launcher } from './launcher';
import { machines } from './machines';
import { migratable } from './migratable';
import { place } from './place';
import type { Tally } from './tally';
import { updates } from './updates';

/** Of the cases of a prediction `npm test` asks each fifth, `npm run parity` all. */
export const SAMPLE_STEP = 5;

/** What polyvirt foretells, with the file of inputs and what upstream's own code made of them. */
export interface Prediction {
  readonly name: string;
  readonly file: string;
  /** Of all cases, or of each so-many-th; nothing where the file was not found. */
  readonly measure: (step?: number) => Promise<Tally | undefined>;
}

function prediction<T>(
  name: string,
  cases: string,
  compare: (read: readonly T[]) => Tally | Promise<Tally>,
): Prediction {
  const file = `cases/${cases}.jsonl`;
  const measure = async (step = 1) => {
    if (!hasOracle(file)) {
      return undefined;
    }
    const lines = readFileSync(oracle(file), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return compare(lines.filter((_, at) => at % step === 0).map((line) => JSON.parse(line) as T));
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
