// The inputs of a run, each by its number.
import { MODES } from './modes.mjs';
import { Random } from './random.mjs';
import { readSeeds } from './seeds.mjs';

let seeds;

/** The input with this number, whatever came before it. Modes take turns. */
export function inputAt(seed, index, modes) {
  seeds ??= readSeeds();
  const mode = modes[index % modes.length];
  return { mode, ...MODES[mode](new Random(seed, index), seeds) };
}
