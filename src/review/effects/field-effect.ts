import type { FieldChange } from '../diff/field-change';
import type { Effect } from './effect';

/** A field and what its change does. */
export interface FieldEffect {
  readonly change: FieldChange;
  readonly effect: Effect;
}
