/** What a run says of the tests that were left out; nothing where none was. */
export function leftOutLine(tests: readonly { readonly fullName: string }[]): string | undefined;
