import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** The folder in which cmp-server puts the copies of repositories that it makes, each in one of its own. */
const COPIES = '_cmp_server';

/**
 * The folder that stands for the repository around an app: the copy that cmp-server made, else what is left without the
 * path of the Application, else the work tree of git, else the app itself.
 *
 * @param sourcePath `ARGOCD_APP_SOURCE_PATH`
 */
export function repositoryRoot(folder: string, sourcePath: string | undefined): string {
  const path = realpathSync(folder);
  const parts = path.split(sep);
  const copy = parts.lastIndexOf(COPIES);
  if (copy !== -1 && parts[copy + 1] !== undefined) {
    return parts.slice(0, copy + 2).join(sep);
  }
  const below = sourcePath === undefined ? '' : relative('/', resolve('/', sourcePath));
  if (below !== '' && path.endsWith(sep + below)) {
    return path.slice(0, -below.length - 1) || sep;
  }
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (existsSync(join(at, '.git'))) {
      return at;
    }
  }
  return path;
}
