import { environmentSecrets } from '../../secrets/environment';
import type { KnownSecrets } from '../../secrets/known-secrets';

/** A text as it may leave the process. */
export type Guard = (text: string) => string;

/**
 * The last guard before the streams: no secret of the environment, and nothing that is a secret by its form, whatever a command
 * makes its report of. What is secret by its place in an object is replaced long before, where the object is at hand.
 */
export function outputGuard(env: Readonly<Record<string, string | undefined>>): Guard {
  let known: KnownSecrets | undefined;
  return (text) => {
    known ??= environmentSecrets(env);
    return known.without(text);
  };
}
