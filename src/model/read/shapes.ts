import { ARCHITECTURES } from '../../architectures/facts';
import { NO } from './read-value';
import * as z from './schema';

/** A schema with a sentence for editors. */
export function described(schema: z.DeclarationSchema, description: string): z.DeclarationSchema {
  return schema.described(description);
}

/** A key that may be left out, with a sentence for editors. */
export function maybe(schema: z.DeclarationSchema, description: string): z.DeclarationSchema {
  return z.exactOptional(schema).described(description);
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
export const quantity = z.transformed(z.union([z.string(), z.number()]), String);

/** Nothing but a key: `pod: {}`. */
export const nothing = z.record(z.string(), z.never());

const CHOICES = new WeakMap<object, readonly string[]>();

/** A map in which exactly one of these keys must be there. */
export function exactlyOne(schema: z.DeclarationSchema, keys: readonly string[]): z.DeclarationSchema {
  const among = (value: Record<string, unknown>) => keys.filter((key) => value[key] !== undefined);
  return new z.DeclarationSchema(
    (value) => {
      const read = schema.read(value);
      return read !== NO && among(read as Record<string, unknown>).length === 1 ? read : NO;
    },
    () => {
      const made = schema.zod().check((payload) => {
        const found = among(payload.value as Record<string, unknown>);
        if (found.length !== 1) {
          payload.issues.push({
            code: 'custom',
            input: payload.value,
            message: found.length === 0 ? 'none' : found.join(' and '),
            params: { exactlyOne: keys },
          });
        }
      });
      CHOICES.set(made, keys);
      return made;
    },
  );
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
