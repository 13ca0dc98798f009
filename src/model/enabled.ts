import { field, table } from './rows/row';
import { flag } from './rows/shapes';

/** A feature that is on where it is there at all: `{}`. */
export interface Enabled {
  /**
   * Whether it is on.
   *
   * @default true
   */
  readonly enabled?: boolean;
}

export const ENABLED = table<Enabled>('Enabled', () => ({ enabled: field('enabled', flag, false) }));
