/** What a prop is as plain data: quantities as text, and what has a declaration as that. */
export type Plain<T> = T extends { asString(): string }
  ? string
  : T extends { readonly declaration: infer D }
    ? D
    : T extends readonly (infer U)[]
      ? readonly Plain<U>[]
      : T extends object
        ? { readonly [K in keyof T]: Plain<T[K]> }
        : T;
