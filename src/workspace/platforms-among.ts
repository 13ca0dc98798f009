import { readFileSync, statSync } from 'node:fs';
import { readObjects } from './read-objects';
import { STDIN } from './read-text';

/** Files among others that hold platforms. */
export interface PlatformsAmong {
  readonly platforms: ReadonlySet<string>;
  /** Those without anything but platforms that can be read: nobody needs to look at them again. */
  readonly pure: ReadonlySet<string>;
}

export const NO_PLATFORMS: PlatformsAmong = { platforms: new Set(), pure: new Set() };

/** Finds the platform files among manifests, before anything else is read of them. */
export function platformsAmong(files: readonly string[]): PlatformsAmong {
  const platforms = new Set<string>();
  const pure = new Set<string>();
  for (const file of files) {
    if (!resemblesPlatform(file)) {
      continue;
    }
    const { platforms: found, objects, findings, skipped } = readObjects([file]);
    if (found.length > 0) {
      platforms.add(file);
    }
    if (found.length > 0 && objects.length + findings.length + skipped.length === 0) {
      pure.add(file);
    }
  }
  return { platforms, pure };
}

/** A look at the bytes spares reading. What can be read only once, as a pipe, is left to whoever reads it. */
function resemblesPlatform(file: string): boolean {
  try {
    if (file === STDIN || !statSync(file).isFile()) {
      return false;
    }
    const bytes = readFileSync(file);
    return bytes.includes('polyvirt.io/') && bytes.includes('Platform');
  } catch {
    // Whoever reads it says why that cannot be done.
    return false;
  }
}
