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
  return all.length < 2
    ? [...all]
    : [...new Map([...all].reverse().map((each) => [sortedText(each), each])).values()].reverse();
}

/** Said twice is said once, wherever it was said. */
export function withoutRepeats<T extends { readonly path: string }>(demands: readonly T[]): T[] {
  if (demands.length < 2) {
    return [...demands];
  }
  const texts = demands.map(({ path, ...rest }) => sortedText(rest));
  return demands.filter((_, i) => texts.indexOf(texts[i]!) === i);
}
