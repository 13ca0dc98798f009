import type { Toleration } from '../kube/toleration';
import { field, table } from './rows/row';
import { anyText, int, known } from './rows/shapes';

/** A toleration of a taint. */
export const TOLERATION = table<Toleration>('Toleration', () => ({
  key: field('key', anyText, 'gpu'),
  operator: field('operator', known('Exists', 'Equal'), 'Exists'),
  value: field('value', anyText, 'yes'),
  effect: field('effect', known('NoSchedule', 'PreferNoSchedule', 'NoExecute'), 'NoSchedule'),
  tolerationSeconds: field('tolerationSeconds', int, 60),
}));
