/** The first few of a list, and how many more there are; nothing where there are none. */
export function few(what: string, all: readonly string[], colon = ': '): string {
  const more = all.length > 3 ? ` and ${all.length - 3} more` : '';
  return all.length === 0 ? '' : `; ${what}${colon}${all.slice(0, 3).join(', ')}${more}`;
}

/** Of which kinds there are objects that no rule is about: silence says nothing of those. */
export function unjudgedText(count: number, kinds: readonly string[]): string {
  return count === 0 ? '' : few(`of kinds that are not judged: ${count}, of`, kinds, ' ');
}
