import { type GivenParameter, readGiven } from '../../argocd/given';

/** What Argo CD says to a plugin, as opposed to what the pod says to everything in it. */
const TOLD = /^(ARGOCD_APP_|ARGOCD_ENV_|PARAM_|KUBE_VERSION$|KUBE_API_VERSIONS$)/;

/** Whether a variable of the environment is one that an Application says, whether or not it does. */
export function isTold(name: string): boolean {
  return TOLD.test(name);
}

/** The part of the environment that a program of an Application may see: what the Application says, and nothing of the pod. */
export function toldBy(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => isTold(entry[0]) && entry[1] !== undefined),
  );
}

/** The variable in which the one who runs a program at the desk says what it is given. */
export const GIVEN_VARIABLE = 'POLYVIRT_GIVEN_PARAMETERS';

/** What this process is given; nothing where nothing is. */
export function givenHere(): readonly GivenParameter[] | undefined {
  const text = process.env[GIVEN_VARIABLE];
  return text === undefined ? undefined : readGiven(text).given;
}
