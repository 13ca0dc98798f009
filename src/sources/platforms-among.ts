import { mentions } from '../host/read-text';
import { readObjects } from './read-objects';

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
    // A look at the bytes spares reading.
    if (!mentions(file, 'polyvirt.io/', 'Platform')) {
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
  return platforms.size === 0 ? NO_PLATFORMS : { platforms, pure };
}
