/** Whether a machine type matches a glob as Go's `filepath.Match` reads it: `*` and `?` do not cross a slash. */
export function matchesGlob(glob: string, text: string): boolean {
  // Every machine asks for the same few globs.
  let pattern = patterns.get(glob);
  if (pattern === undefined) {
    pattern = patternOf(glob);
    patterns.set(glob, pattern);
  }
  return pattern.test(text);
}

const patterns = new Map<string, RegExp>();

/** What cannot be read matches nothing. */
const NOTHING = /(?!)/;

function patternOf(glob: string): RegExp {
  const pattern = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  try {
    return new RegExp(`^${pattern}$`);
  } catch {
    return NOTHING;
  }
}
