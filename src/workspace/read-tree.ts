import type { Source } from './find-source';
import { readPlatforms } from './read-platforms';
import type { Tree } from './tree';

/** What a platform comes to, from files or from a program. What runs programs is loaded only for them. */
export async function readTree(source: Source): Promise<Tree> {
  if ('files' in source) {
    return readPlatforms(source.files);
  }
  const { runApp } = require('./run-app') as typeof import('./run-app');
  return runApp(source.app);
}
