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
  return hasRepeats(all)
    ? [...new Map([...all].reverse().map((each) => [sortedText(each), each])).values()].reverse()
    : [...all];
}

/** Said twice is said once, wherever it was said. */
export function withoutRepeats<T extends { readonly path: string }>(demands: readonly T[]): T[] {
  const said = demands.length < 2 ? [] : demands.map(({ path: _path, ...rest }) => rest);
  if (!hasRepeats(said)) {
    return [...demands];
  }
  const texts = said.map(sortedText);
  return demands.filter((_, i) => texts.indexOf(texts[i]!) === i);
}

/** Whether two of them may say the same: then their texts are of one length, which is sooner found than their order. */
function hasRepeats(all: readonly object[]): boolean {
  return all.length > 1 && new Set(all.map((each) => JSON.stringify(each).length)).size < all.length;
}
