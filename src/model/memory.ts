import type { QuantityInput } from '../kube/quantity';
import type { Plain } from './rows/plain';
import { field, group, type Row, type Table, table } from './rows/row';
import { either, known, quantity } from './rows/shapes';

/** Memory of a guest. */
export interface Memory {
  /** What the guest sees. */
  readonly guest?: QuantityInput;
  /** What it can grow to while it runs. */
  readonly maxGuest?: QuantityInput;
  /** What the launcher pod gets beside it. */
  readonly reservedOverhead?: ReservedOverhead;
}

/** Memory of the launcher pod beside that of the guest. */
interface ReservedOverhead {
  /** How much more. */
  readonly addedOverhead?: QuantityInput;
  /** Whether its memory must be locked. */
  readonly memLock?: 'NotRequired' | 'Required';
}

const MEMORY = table<Plain<Memory>>('Memory', () => ({
  guest: field('guest', quantity, '5Gi'),
  maxGuest: field('maxGuest', quantity, '8Gi'),
  reservedOverhead: group(
    'reservedOverhead',
    table<Plain<ReservedOverhead>>('ReservedOverhead', () => ({
      addedOverhead: field('addedOverhead', quantity, '100Mi'),
      memLock: field('memLock', known('NotRequired', 'Required'), 'Required'),
    })),
  ),
}));

/** Memory of a guest at a path of the object. */
export function memoryRow(path: string): Row<string | Plain<Memory>> {
  return sizeOrMap(path, MEMORY);
}

/** Memory at a path of the object: a size alone is what the guest sees. */
export function sizeOrMap<T extends { readonly guest?: string }>(path: string, below: Table<T>): Row<string | T> {
  const whole = group(path, below);
  return {
    ...whole,
    fields: [`${path}.guest`, path],
    // A size alone is the key itself.
    place: (field) => (field === 'guest' ? [] : [`${path}.${field}`]),
    shape: either(quantity, below.shape),
    example: '3Gi',
    write: (value, out, context) =>
      whole.write(typeof value === 'string' ? ({ guest: value } as T) : value, out, context),
    read: (from, context, said) => {
      const found = whole.read(from, context, said);
      return found !== undefined && Object.keys(found).join() === 'guest' ? found.guest : found;
    },
  };
}
