import * as ofRows from '../rows/shapes';
import * as z from './zod';

export { lazy as lazily } from './zod';

/** A schema with a sentence for editors. */
export function described(schema: z.ZodMiniType, description: string): z.ZodMiniType {
  return ofRows.hinted(
    z.lazy(() => schema),
    { description },
  );
}

/** A key that may be left out, with a sentence for editors. */
export function maybe(schema: z.ZodMiniType, description: string): z.ZodMiniExactOptional {
  return ofRows.hinted(z.exactOptional(schema), { description });
}

/** A map in which exactly one of these keys must be there. */
export function exactlyOne(schema: z.ZodMiniType, keys: readonly string[]): z.ZodMiniType {
  const made = schema.check((payload) => {
    const value = payload.value as Record<string, unknown>;
    const found = keys.filter((key) => value[key] !== undefined);
    if (found.length !== 1) {
      payload.issues.push({
        code: 'custom',
        input: payload.value,
        message: found.length === 0 ? 'none' : found.join(' and '),
        params: { exactlyOne: keys },
      });
    }
  });
  return ofRows.hinted(made, { oneOf: keys });
}

/** Text that is not empty. */
export const text = z.lazy(ofRows.text);

/** Text by text, as labels and annotations are. */
const textMap = z.lazy(ofRows.textMap);

/** A whole number from 1. */
export const count = z.lazy(ofRows.count);

/** One of the architectures that KubeVirt runs on. */
export const architecture = z.lazy(ofRows.architecture);

/** A Kubernetes quantity: `8Gi`, or a bare number of bytes. */
export const quantity = z.lazy(ofRows.quantity);

/** What every object says about itself. */
export const metadata = {
  namespace: maybe(text, 'Namespace; that of the platform where absent.'),
  labels: maybe(textMap, 'Labels of the object.'),
  annotations: maybe(textMap, 'Annotations of the object.'),
};
