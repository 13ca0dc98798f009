// Puts the whole command into one file, so that starting it costs little: see docs/adr/0018-one-bundle-with-a-code-cache.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsYamlParts } from './js-yaml-parts.mjs';

const COMMON = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  legalComments: 'inline',
  allowOverwrite: true,
  mainFields: ['module', 'main'],
  conditions: ['import'],
  plugins: [jsYamlParts],
};

/** What esbuild makes of the sources, in place of what tsc compiled of the same files. */
export async function bundle(esbuild, root) {
  const make = (file, options) => {
    const outfile = join(root, 'lib/src', `${file}.js`);
    return esbuild.build({ ...COMMON, ...options, entryPoints: [join(root, 'src', `${file}.ts`)], outfile });
  };
  // For the library: only what is used of zod and js-yaml is taken in.
  await make('model/read/zod');
  await make('kube/yaml/js-yaml');
  await make('cli/start/run', {
    minify: true,
    external: ['esbuild', 'cdk8s', 'constructs', '@bufbuild/cel', '@bufbuild/cel/ext'],
    alias: { 'node:child_process': join(root, 'src/speed/late-child-process.ts') },
    // Packages that are imported late are loaded by `require`: a script of `node:vm` has no `import()`.
    supported: { 'dynamic-import': false },
  });
  // For programs: what they use of it, and what runs them, of what tsc compiled. See src/sources/program/library.ts.
  const parts = { index: './index', child: './sources/program/app-child', hermetic: './sources/program/hermetic' };
  const entries = Object.entries(parts).map(([name, path]) => `${name}: () => require('${path}')`);
  await esbuild.build({
    stdin: { contents: `module.exports = { ${entries.join(', ')} };`, resolveDir: join(root, 'lib/src') },
    outfile: join(root, 'lib/src/sources/program/library-bundle.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: true,
    // cdk8s names classes in its messages.
    keepNames: true,
    legalComments: 'inline',
    external: ['cdk8s', 'constructs', 'esbuild'],
    allowOverwrite: true,
    supported: { 'dynamic-import': false },
  });
  // And what loads that, or prints what the Argo CD plugin has in its cache, which needs nothing of it.
  await make('cli/start/bin', { minify: true, external: ['./run', './version'] });
  if (!/^[\0-\x7f]*$/.test(readFileSync(join(root, 'lib/src/cli/start/run.js'), 'latin1'))) {
    throw new Error('a regular expression has a character beyond ASCII, which esbuild does not escape: write \\u…');
  }
}
