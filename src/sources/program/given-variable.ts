import { type GivenParameter, readGiven } from '../../argocd/given';

/** The variable in which the one who runs a program at the desk says what it is given. */
export const GIVEN_VARIABLE = 'POLYVIRT_GIVEN_PARAMETERS';

/** What this process is given; nothing where nothing is. */
export function givenHere(): readonly GivenParameter[] | undefined {
  const text = process.env[GIVEN_VARIABLE];
  return text === undefined ? undefined : readGiven(text).given;
}
