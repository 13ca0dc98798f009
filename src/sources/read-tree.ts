import type { Clusters } from '../cluster/cluster';
import type { Source } from './find-source';
import type { BundleBounds } from './program/bundle-bounds';
import { readPlatforms } from './read-platforms';

/**
 * What a platform comes to, from files or from a program.
 *
 * @param within all that a program may be made of, where it is not the user's own
 */
export async function readTree(source: Source, within?: BundleBounds): Promise<Clusters> {
  if ('files' in source) {
    return readPlatforms(source.files);
  }
  const { runApp } = await import('./program/run-app');
  return runApp(source.app, within === undefined ? {} : { within });
}
