import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_PACKAGE } from './own-folder';

/** Packages of other authors that polyvirt was built and tested with. */
export interface LockedPackages {
  /** Exact versions by name, of those that a program is begun with. */
  readonly versions: Readonly<Record<string, string>>;
  /** What polyvirt runs with, as a lock of npm has it: versions and digests by path. */
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** As the build noted them. */
export function lockedPackages(): LockedPackages {
  return JSON.parse(readFileSync(join(OWN_PACKAGE, 'lib/locked-packages.json'), 'utf8')) as LockedPackages;
}
