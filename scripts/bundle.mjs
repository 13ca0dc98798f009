// Puts the compiled program into few files, so that starting it costs little: see docs/adr/0013-one-file-to-start.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMON = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', legalComments: 'inline' };

/** Loads for what it is needed: commander itself would start the programs of others, which nobody here asks it to. */
const lazyChildProcess = {
  name: 'lazy-child-process',
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]node_modules[\\/]commander[\\/]/.test(importer) ? { path: 'child_process', namespace: 'lazy' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'lazy' }, () => ({
      contents: "exports.spawn = (...words) => require('node:child_process').spawn(...words);",
    }));
  },
};

/** What esbuild makes of `lib`, once it is compiled. */
export async function bundle(esbuild, src, lib) {
  // Loading all of zod would cost more than all the rest of a start: only what is used is taken in.
  await esbuild.build({
    ...COMMON,
    entryPoints: [join(src, 'config/zod.ts')],
    outfile: join(lib, 'config/zod.js'),
    allowOverwrite: true,
    mainFields: ['module', 'main'],
    conditions: ['import'],
  });
  // The whole program in one file: see src/cli/load-bundle.ts. Modules stay as lazy as they are in the sources.
  const program = join(lib, 'cli/bundle.js');
  await esbuild.build({
    ...COMMON,
    entryPoints: [join(lib, 'cli/run.js')],
    outfile: program,
    // Read as Latin-1, which is the quickest; what is beyond is escaped.
    charset: 'ascii',
    minifyWhitespace: true,
    minifySyntax: true,
    external: ['esbuild', 'cdk8s', 'constructs', '@bufbuild/cel', '@bufbuild/cel/ext'],
    plugins: [lazyChildProcess],
  });
  // Regular expressions are the one thing that it does not escape.
  if (!/^[\0-\x7f]*$/.test(readFileSync(program, 'latin1'))) {
    throw new Error(
      'a regular expression has a character beyond ASCII, which is not escaped in the bundle: write \\u…',
    );
  }
  // And the few files that load it, or print what the Argo CD plugin has in its cache, which needs nothing of all that.
  await esbuild.build({
    ...COMMON,
    entryPoints: [join(lib, 'cli/bin.js')],
    outfile: join(lib, 'cli/bin.js'),
    allowOverwrite: true,
    minifyWhitespace: true,
    minifySyntax: true,
    external: ['./run', './version'],
  });
}
