/** The line of a run about tests that were left out; nothing where none was. */
export function leftOutLine(tests: readonly { readonly fullName: string }[]): string | undefined;
