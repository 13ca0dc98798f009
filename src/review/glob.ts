/** Whether a text matches a glob with `*` and `?`, as those of a policy and of Argo CD. */
export function matchesAny(globs: readonly string[], text: string): boolean {
  return globs.some((glob) => patternOf(glob).test(text));
}

function patternOf(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
