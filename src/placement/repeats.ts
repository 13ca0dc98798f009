/**
 * What an object says, however its keys are ordered: its JSON with sorted keys.
 *
 * Written out, since every machine with a placement asks for it: `JSON.stringify` with a function for each value takes ten
 * times as long.
 */
export function sortedText(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(sortedText).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value) ?? 'null';
  }
  const map = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of inOrder(Object.keys(map))) {
    if (map[key] !== undefined) {
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${sortedText(map[key])}`;
    }
  }
  return `{${text}}`;
}

/** Sorted, but keys that are whole numbers come first and by their value: that is how objects have them. */
function inOrder(keys: string[]): string[] {
  const sorted = keys.sort();
  return sorted.some((key) => /^\d/.test(key))
    ? Object.keys(Object.fromEntries(sorted.map((key) => [key, true])))
    : sorted;
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
