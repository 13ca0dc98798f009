/** Whether a machine type matches a glob as Go's `filepath.Match` reads it: `*` and `?` do not cross a slash. */
export function matchesGlob(glob: string, text: string): boolean {
  const pattern = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  try {
    return new RegExp(`^${pattern}$`).test(text);
  } catch {
    return false;
  }
}
