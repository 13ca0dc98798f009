/** A prop as plain data: quantities as text, and anything with a declaration as its declaration. */
export type Plain<T> = T extends { asString(): string }
  ? string
  : T extends { readonly declaration: infer D }
    ? D
    : T extends readonly (infer U)[]
      ? readonly Plain<U>[]
      : T extends object
        ? { readonly [K in keyof T]: Plain<T[K]> }
        : T;
