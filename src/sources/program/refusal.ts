/** How the message begins of what a program may not do; the parent tells that apart from the program's own mistakes. */
const REFUSED = 'polyvirt does not allow ';

/** What stands between the reason and what to do instead. */
const INSTEAD = '. Instead: ';

/** What a program asked for and does not get. */
export interface Refusal {
  readonly what: string;
  /** What to do instead. */
  readonly fix: string;
}

/** Refuses what a program asks for, at its line. */
export function refuse(what: string, fix: string): never {
  throw new Error(`${REFUSED}${what}${INSTEAD}${fix}`);
}

/** The refusal in the message of an error; nothing where it is another error. */
export function refusalIn(message: string): Refusal | undefined {
  const [, refused] = message.split(REFUSED);
  const [what, fix] = refused?.split(INSTEAD) ?? [];
  return what === undefined || fix === undefined ? undefined : { what, fix };
}

/** What to do instead of asking for what another run would answer otherwise. */
export const FROM_OUTSIDE =
  'write the value into the repository, or make it a parameter: Parameter.text(name, default)';
