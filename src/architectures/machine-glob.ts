/** Whether a machine type matches a glob as Go's `filepath.Match` reads it: `*` and `?` do not cross a slash. */
export function matchesGlob(glob: string, text: string): boolean {
  // Every machine asks for the same few globs.
  let matches = matchers.get(glob);
  if (matches === undefined) {
    matches = matcherOf(glob);
    matchers.set(glob, matches);
  }
  return matches(text);
}

type Matcher = (text: string) => boolean;

const matchers = new Map<string, Matcher>();

function matcherOf(glob: string): Matcher {
  // As nearly all of them are: `q35*`.
  if (/^[\w.-]*\*$/.test(glob)) {
    const start = glob.slice(0, -1);
    return (text) => text.startsWith(start) && !text.includes('/', start.length);
  }
  const pattern = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  try {
    const read = new RegExp(`^${pattern}$`);
    return (text) => read.test(text);
  } catch {
    return () => false;
  }
}
