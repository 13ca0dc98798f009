import { KnownSecrets } from './known-secrets';
import { isSecretName } from './secret-keys';
import { isSecretText } from './secret-text';

/** Shorter ones are ordinary words, and hiding those would hide the message. */
const SHORTEST = 5;

/** They are named like a secret, and lead to one: a socket, a file, a program. */
const LEADS = /(?:SOCK|ASKPASS|FILE|PATH|DIR|KUBECONFIG)$/i;

/** Values of a process's environment that must not be shown: by the names of variables, and by what their values look like. */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): KnownSecrets {
  const known = new KnownSecrets(SHORTEST);
  for (const [name, value = ''] of Object.entries(env)) {
    const isPlace = LEADS.test(name) && /^[~./]/.test(value);
    if (!isPlace) {
      // Of others what is secret in them: the password of a proxy.
      known.learn(isSecretName(name) || isSecretText(value) ? { secret: value } : value);
    }
  }
  return known;
}
