import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import type { BundleBounds } from './bundle-bounds';
import { within } from './bundle-within';
import { GIVE_CDK8S, installedModules, library, partOf } from './library';
import { withoutEnvironment } from './without-environment';

/** Libraries of every program in the wall, as code that is loaded before it: cdk8s and constructs. */
export interface WallLibraries {
  readonly code: string;
  /** Which files their names mean, by absolute paths. */
  readonly entries: Readonly<Record<'cdk8s' | 'constructs', string>>;
  /** Every file that went into it, by its absolute path. */
  readonly inputs: readonly string[];
}

/** Bundles the libraries that a program in a folder would import, and loads all of polyvirt that needs them. */
export async function buildLibraries(folder: string, bounds: BundleBounds): Promise<WallLibraries> {
  const esbuild = await import('esbuild');
  const start = () =>
    esbuild.build({
      stdin: {
        contents: `${GIVE_CDK8S}__polyvirt_given.cdk8s();__polyvirt_given.constructs();${partOf('index')};${partOf('child')};`,
        resolveDir: folder,
        sourcefile: WRAPPER,
      },
      absWorkingDir: folder,
      bundle: true,
      write: false,
      platform: 'node',
      target: 'node20',
      format: 'iife',
      minify: true,
      // cdk8s names classes in its messages.
      keepNames: true,
      legalComments: 'none',
      logLevel: 'silent',
      plugins: [NODE_MODULES, library(true), within(bounds)],
      metafile: true,
      tsconfigRaw: {},
      nodePaths: installedModules(),
    });
  const { outputFiles, metafile } = await withoutEnvironment(start);
  const { imports } = metafile.inputs[WRAPPER]!;
  const entryOf = (name: string) => resolve(folder, imports.find(({ original }) => original === name)!.path);
  return {
    code: outputFiles[0]!.text,
    entries: { cdk8s: entryOf('cdk8s'), constructs: entryOf('polyvirt:constructs') },
    inputs: Object.keys(metafile.inputs)
      .filter((name) => name !== WRAPPER && !name.startsWith('of-node:'))
      .map((name) => resolve(folder, name)),
  };
}

const WRAPPER = 'polyvirt-libraries.js';

/** Takes libraries from there where the program means these very copies. */
export function givenLibraries(libraries: Promise<WallLibraries | undefined>): Plugin {
  return {
    name: 'given-libraries',
    setup(build) {
      build.onResolve({ filter: /^(cdk8s|constructs)$/ }, async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData === 'asked') {
          return undefined;
        }
        const found = await build.resolve(path, { resolveDir, kind, pluginData: 'asked' });
        const { entries } = (await libraries) ?? {};
        return found.path !== '' && found.path === entries?.[path as keyof WallLibraries['entries']]
          ? { path, namespace: 'given' }
          : found;
      });
      build.onLoad({ filter: /./, namespace: 'given' }, ({ path }) => ({
        contents: `module.exports = __polyvirt_given.${path}();`,
      }));
    },
  };
}

/** Modules of Node are those of the wall, in both forms of a bundle: an `import` of them would have to be loaded. */
export const NODE_MODULES: Plugin = {
  name: 'node-modules',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'of-node' }));
    build.onResolve({ filter: new RegExp(`^(${builtinModules.join('|')})$`) }, ({ path }) => ({
      path: `node:${path}`,
      namespace: 'of-node',
    }));
    build.onLoad({ filter: /.*/, namespace: 'of-node' }, ({ path }) => ({
      contents: `module.exports = globalThis.require(${JSON.stringify(path)});`,
    }));
  },
};
