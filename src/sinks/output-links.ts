import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../findings/finding';
import { shownPath, WorkspaceError } from '../sources/host/workspace-error';

/**
 * Refuses to write through a link that leads out of a folder: nothing outside of it is written or deleted, whatever was put
 * into the repository.
 *
 * The folder itself is looked at from the platform on, from where the user stands, or from the folder that it is in: links above that
 * are the user's own.
 *
 * @param paths what is to be written or removed, below the folder
 * @param around the folder of the platform, where the output belongs to one
 */
export function refuseLinksOut(folder: string, paths: readonly string[], around?: string): void {
  const top = resolve(folder);
  const bases = [...(around === undefined ? [] : [resolve(around)]), process.cwd()];
  const base = bases.find((each) => isWithin(top, each)) ?? dirname(top);
  const findings = linksOut(base, relative(base, top));
  if (findings.length === 0) {
    const looked = new Set<string>();
    findings.push(...paths.flatMap((path) => linksOut(top, path, looked)));
  }
  if (findings.length > 0) {
    throw new WorkspaceError(findings);
  }
}

/** The first link on the way from a folder to what is below it that leads out of the folder. */
function linksOut(base: string, below: string, looked = new Set<string>()): Finding[] {
  let at = base;
  for (const part of below.split(/[\\/]/).filter(Boolean)) {
    at = join(at, part);
    if (looked.has(at)) {
      continue;
    }
    looked.add(at);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) {
      return [];
    }
    if (found.isSymbolicLink() && !isWithin(targetOf(at), realpathSync(base))) {
      return [linkOut(at)];
    }
  }
  return [];
}

/** Where a link ends; where that is not there, or a circle, nowhere in the folder. */
function targetOf(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    return sep;
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function linkOut(link: string): Finding {
  return {
    code: 'PV018',
    severity: 'error',
    file: shownPath(link),
    what: 'it is a link that leads out of the output folder',
    why: 'Nothing was changed: polyvirt would write and delete files somewhere else',
    fix: 'replace the link by what it leads to, or name the folder that is meant with --output',
  };
}
