import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { OWN_PACKAGE, OWN_SOURCE } from '../host/own-folder';

/** The import that gives a program the copy of constructs that its cdk8s uses. */
const CONSTRUCTS = 'polyvirt:constructs';

/**
 * What is loaded before a program: polyvirt, which the build has made of all its files (`scripts/bundle.mjs`).
 *
 * The bundler never sees it: reading half a thousand files of ours would take longer than all the rest of most programs. Each part
 * is loaded when it is called for, and gets cdk8s and constructs from the program, so that there is one copy of each.
 */
export const LIBRARY_FILE = join(OWN_SOURCE, 'sources/program/library-bundle.js');

/** Code that comes before anything that uses cdk8s. */
export const GIVE_CDK8S = `__polyvirt_given.cdk8s = () => require('cdk8s');\n__polyvirt_given.constructs = () => require('${CONSTRUCTS}');\n`;

/** Code for one part of ours, which is loaded when this is evaluated. */
export const partOf = (name: 'index' | 'child' | 'prelude'): string => `__polyvirt_library.${name}()`;

/** What stands for the same in the wall, before a program: see `scripts/bundle.mjs`. */
export function wallLibraryText(): string {
  return readFileSync(join(OWN_SOURCE, 'sources/program/wall/wall-library.js'), 'utf8');
}

/** Where packages are found that a repository does not bring itself: beside polyvirt, as they were installed there. */
export function installedModules(): string[] {
  const beside = dirname(OWN_PACKAGE);
  return [join(OWN_PACKAGE, 'node_modules'), ...(basename(beside) === 'node_modules' ? [beside] : [])];
}

/** What `import … from 'polyvirt'` means in a repository without a copy of its own. */
export function ownEntry(): string {
  return join(OWN_SOURCE, 'index.js');
}

/** Whether a copy of polyvirt, by its entry, is this one: a command that is installed elsewhere than the program's has the same files. */
function isOfThisBuild(entry: string): boolean {
  const buildOf = (path: string) => readFileSync(join(dirname(path), '../build-id'), 'utf8');
  try {
    return entry === ownEntry() || buildOf(entry) === buildOf(ownEntry());
  } catch {
    return false;
  }
}

/**
 * Takes polyvirt from there where a program means this very copy. One that brings its own has that in its bundle.
 *
 * @param isOurs whether a program that has none gets this one, as that of a repository does in the plugin
 */
export function library(isOurs: boolean): Plugin {
  return {
    name: 'library',
    setup(build) {
      build.onResolve({ filter: /^polyvirt$/ }, async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData === 'asked') {
          return undefined;
        }
        const found = await build.resolve(path, { resolveDir, kind, pluginData: 'asked' });
        const isThis = found.errors.length > 0 ? isOurs : isOfThisBuild(found.path);
        return isThis ? { path, namespace: 'library' } : found;
      });
      build.onLoad({ filter: /.*/, namespace: 'library' }, () => ({
        contents: `module.exports = ${partOf('index')};`,
      }));
      build.onResolve({ filter: new RegExp(`^${CONSTRUCTS}$`) }, async ({ resolveDir, kind }) => {
        const cdk8s = await build.resolve('cdk8s', { resolveDir, kind });
        // Without cdk8s nothing runs, which is said of cdk8s.
        return cdk8s.errors.length > 0
          ? { path: 'constructs', external: true }
          : build.resolve('constructs', { resolveDir: dirname(cdk8s.path), kind });
      });
    },
  };
}
