import { keysOf } from '../kube/path';
import { hasField } from '../machines/facts';
import { type MachinePoolDeclaration, type ProviderContext, poolGeneration } from '../machines/pool';
import { CLOUD_PATH } from '../machines/view';
import { put, type Row } from './rows/row';
import type { Shape } from './rows/shapes';

/** What the rows of a pool have to know. */
export interface MachinePoolContext extends ProviderContext {
  /** What is declared; where a pool is read back, only how it is spelled counts. */
  readonly pool: Pick<MachinePoolDeclaration, 'dialect'> & Partial<MachinePoolDeclaration>;
}

/** Where a key is below `cloudProviderSpec`. */
export interface ProviderPlace {
  /** In the releases that have maps in it. */
  readonly nested: string;
  /** In the first releases, and in the proposal, which have one flat map; nothing where those cannot say it. */
  readonly flat?: string;
  /** The field by which a release is known to read it, where that is below it. */
  readonly fact?: string;
  /** Left out silently where a release has no place: its controller knows it by other means. */
  readonly isKnownOtherwise?: boolean;
}

/** A row of the provider spec. */
export type ProviderRow<V> = Row<V, MachinePoolContext> & { readonly provider: ProviderPlace };

/** Whether a pool is written as one flat map. */
export function isFlat({ pool, controller }: MachinePoolContext): boolean {
  const generation = poolGeneration(pool, controller);
  return generation === 'flat' || generation === 'proposal';
}

/** Where a key is for this controller; nothing where it has no place. */
export function placeFor(
  { nested, flat, fact = nested }: ProviderPlace,
  context: MachinePoolContext,
): string | undefined {
  return isFlat(context) ? flat : hasField(fact, context.controller) ? nested : undefined;
}

/** Another form of a value in the object. */
interface Form<V> {
  readonly write: (value: V) => unknown;
  readonly read: (value: unknown) => V | undefined;
}

/** A key of a pool that is a field of the provider spec, wherever this controller has it. */
export function provider<V>(
  place: ProviderPlace,
  shape: Shape<V>,
  example: NoInfer<V>,
  { write, read }: Form<V> = { write: (value) => value, read: (value) => value as V },
): ProviderRow<V> {
  return {
    provider: place,
    fields: [place.nested, ...(place.flat === undefined ? [] : [place.flat])].map((path) => `${CLOUD_PATH}.${path}`),
    shape,
    example,
    write: (value, out, context) => {
      const path = placeFor(place, context);
      if (path !== undefined) {
        put(out, cloudKeys(path), write(value));
      }
    },
    read: (from, context) => {
      const path = placeFor(place, context);
      const found = path === undefined ? undefined : from.peek(cloudKeys(path));
      const value = found === undefined ? undefined : read(found);
      if (value !== undefined) {
        from.take(cloudKeys(path!));
      }
      return value;
    },
  };
}

function cloudKeys(path: string): readonly string[] {
  return keysOf(`${CLOUD_PATH}.${path}`);
}
