import type { BundleBounds } from './bundle-bounds';
import type { Source } from './find-source';
import { readPlatforms } from './read-platforms';
import type { Tree } from './tree';

/**
 * What a platform comes to, from files or from a program. What runs programs is loaded only for them.
 *
 * @param within all that a program may be made of, where it is not the user's own
 */
export async function readTree(source: Source, within?: BundleBounds): Promise<Tree> {
  if ('files' in source) {
    return readPlatforms(source.files);
  }
  const { runApp } = require('./run-app') as typeof import('./run-app');
  return runApp(source.app, within === undefined ? {} : { within });
}
