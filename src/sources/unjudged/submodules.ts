import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GitLink, gitLinks } from '../../host/git';
import type { Unit } from './unit';

/** Submodules below a folder that nobody has checked out: nothing of them is here, and the commit may change. */
export function submoduleUnits(folder: string): Unit[] {
  return gitLinks(folder)
    .filter(({ path }) => isEmpty(join(folder, path)))
    .map(({ path, commit }: GitLink) => ({
      sort: 'submodule',
      key: path,
      path: join(folder, path),
      prints: () => new Map([['', commit]]),
    }));
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}
