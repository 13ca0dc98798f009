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
