import { PLATFORM_FILE } from '../platform-file';
import { described, lazily } from './shapes';
import * as z from './zod';

/** What the schema makes of a document; `spec` is more than its type says. */
export interface PlatformDocument {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly parameters?: readonly unknown[] };
}

/** One document of `polyvirt.yaml`. */
export const PLATFORM = lazily(() =>
  z.strictObject({
    apiVersion: z.literal('polyvirt.io/v1'),
    kind: z.literal('Platform'),
    metadata: z.strictObject({
      name: described(z.string().check(z.minLength(1)), 'Name of the cluster, and of its output folder.'),
    }),
    spec: lazily(PLATFORM_FILE.shape),
  }),
);
