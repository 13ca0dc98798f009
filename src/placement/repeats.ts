/** What an object says, however its keys are ordered. */
export function sortedText(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Each of them once. */
export function distinct<T extends object>(all: readonly T[]): T[] {
  return [...new Map([...all].reverse().map((each) => [sortedText(each), each])).values()].reverse();
}

/** Said twice is said once, wherever it was said. */
export function withoutRepeats<T extends { readonly path: string }>(demands: readonly T[]): T[] {
  const texts = demands.map(({ path, ...rest }) => sortedText(rest));
  return demands.filter((_, i) => texts.indexOf(texts[i]!) === i);
}
