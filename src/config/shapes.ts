import { ARCHITECTURES } from '../architectures/facts';
import * as z from './zod';

/** A schema with a sentence for editors. */
export function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** A key that may be left out, with a sentence for editors. */
export function maybe<T extends z.ZodMiniType>(schema: T, description: string): z.ZodMiniExactOptional<T> {
  return described(z.exactOptional(schema), description);
}

/** Text that is not empty. */
export const text = z.string().check(z.minLength(1));

/** Text by text, as labels and annotations are. */
export const textMap = z.record(z.string(), z.string());

/** A whole number from 1. */
export const count = z.int().check(z.minimum(1));

/** One of the architectures that KubeVirt runs on. */
export const architecture = z.enum(ARCHITECTURES);

/** A Kubernetes quantity: `8Gi`, or a bare number of bytes. */
export const quantity = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((written: string | number) => String(written)),
);

/** Nothing but a key: `pod: {}`. */
export const nothing = z.record(z.string(), z.never());

const CHOICES = new WeakMap<object, readonly string[]>();

/** A map in which exactly one of these keys must be there. */
export function exactlyOne<T extends z.ZodMiniType<Record<string, unknown>>>(schema: T, keys: readonly string[]): T {
  const checked = schema.check((payload) => {
    const value = payload.value as Record<string, unknown>;
    const found = keys.filter((key) => value[key] !== undefined);
    if (found.length !== 1) {
      payload.issues.push({
        code: 'custom',
        input: value,
        message: found.length === 0 ? 'none' : found.join(' and '),
        params: { exactlyOne: keys },
      });
    }
  });
  CHOICES.set(checked, keys);
  return checked;
}

/** The keys of which a schema asks for exactly one, if it does: its type cannot say that, but JSON Schema can. */
export function choiceOf(schema: object): readonly string[] | undefined {
  return CHOICES.get(schema);
}

/** What every object says about itself. */
export const metadata = {
  namespace: maybe(text, 'Namespace; that of the platform where absent.'),
  labels: maybe(textMap, 'Labels of the object.'),
  annotations: maybe(textMap, 'Annotations of the object.'),
};

/** A taint that is put up with. */
export const toleration = z.strictObject({
  key: z.exactOptional(z.string()),
  operator: z.exactOptional(z.enum(['Exists', 'Equal'])),
  value: z.exactOptional(z.string()),
  effect: z.exactOptional(z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])),
  tolerationSeconds: z.exactOptional(z.int()),
});

/** What happens to a guest when its node is drained. */
export const evictionStrategy = z.enum(['LiveMigrate', 'LiveMigrateIfPossible', 'External', 'None']);

/** When a node pulls an image. */
export const imagePullPolicy = z.enum(['Always', 'IfNotPresent', 'Never']);
