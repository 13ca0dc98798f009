/** Whether a machine type matches a glob as Go's `filepath.Match` reads it: `*` and `?` do not cross a slash. */
export function matchesGlob(glob: string, text: string): boolean {
  // Every machine asks for the same few globs.
  const pattern = patterns.has(glob) ? patterns.get(glob) : patternOf(glob);
  patterns.set(glob, pattern);
  return pattern?.test(text) === true;
}

const patterns = new Map<string, RegExp | undefined>();

function patternOf(glob: string): RegExp | undefined {
  const pattern = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  try {
    return new RegExp(`^${pattern}$`);
  } catch {
    return undefined;
  }
}
