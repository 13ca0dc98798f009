import { keysOf } from '../kube/path';
import { field, isSame, put, type Row, table } from './rows/row';
import { either, flag, word } from './rows/shapes';

/** A trusted platform module as KubeVirt spells it. */
export interface TpmDevice {
  /** Whether there is one. */
  readonly enabled?: boolean;
  /** Whether it keeps its state over restarts. */
  readonly persistent?: boolean;
}

const TPM_WORDS = { transient: {}, persistent: { persistent: true } } as const;

/** A trusted platform module at a path of the object. */
export function tpmRow(path: string): Row<'transient' | 'persistent' | TpmDevice> {
  const keys = keysOf(path);
  return {
    fields: [path],
    shape: either(
      word('transient', 'persistent'),
      table<TpmDevice>('TpmDevice', () => ({
        enabled: field('enabled', flag, false),
        persistent: field('persistent', flag, true),
      })).shape,
    ),
    example: 'transient',
    write: (value, out) => put(out, keys, typeof value === 'string' ? { ...TPM_WORDS[value] } : value),
    read: (from) => {
      const found = from.take(keys) as TpmDevice | undefined;
      const short = (['transient', 'persistent'] as const).find((each) => isSame(TPM_WORDS[each], found));
      return short ?? found;
    },
  };
}
