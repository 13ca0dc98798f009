// Puts the compiled program into few files, so that starting it costs little: see docs/adr/0013-one-file-to-start.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const COMMON = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', legalComments: 'inline' };
const SMALL = { ...COMMON, minifyWhitespace: true, minifySyntax: true };

/** How a module names one of the other bundle: see src/cli/load-bundle.ts. */
const LINK = 'polyvirt:';

/** What esbuild makes of `lib`, once it is compiled. */
export async function bundle(esbuild, root) {
  const lib = join(root, 'lib/src');
  // Loading all of zod would cost more than all the rest of a start: only what is used is taken in.
  await esbuild.build({
    ...COMMON,
    entryPoints: [join(root, 'src/config/zod.ts')],
    outfile: join(lib, 'config/zod.js'),
    allowOverwrite: true,
    mainFields: ['module', 'main'],
    conditions: ['import'],
  });
  await bundleProgram(esbuild, root, join(lib, 'cli'));
  // And the few files that load it, or print what the Argo CD plugin has in its cache, which needs nothing of all that.
  await esbuild.build({
    ...SMALL,
    entryPoints: [join(lib, 'cli/bin.js')],
    outfile: join(lib, 'cli/bin.js'),
    allowOverwrite: true,
    external: ['./run', './version'],
  });
}

/** The whole program in two files: what rendering and checking a small platform needs, and the rest. */
async function bundleProgram(esbuild, root, cli) {
  const usual = usualModules(join(cli, 'bin.js'));
  const isUsual = (file) => usual.has(realpathSync(file));
  const run = 'Object.assign(exports, require("./run"));';
  const first = { esbuild, root, cli, name: 'bundle', isOurs: isUsual };
  const second = { esbuild, root, cli, name: 'bundle-rest', isOurs: (file) => !isUsual(file) };
  // What each has to offer is what the other asks for.
  const askedOfSecond = await chunk({ ...first, entry: run });
  const askedOfFirst = await chunk({ ...second, entry: offering(root, askedOfSecond) });
  await chunk({ ...first, entry: run + offering(root, askedOfFirst) });
}

/** Files that are loaded when the platform of `polyvirt init` is rendered and checked. */
function usualModules(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-build-'));
  const runs = [
    ['init', '--yaml', folder],
    ['synth', '--stdout', folder],
    ['synth', folder],
    ['check', join(folder, 'dist')],
    ['argocd', 'generate', folder],
  ];
  try {
    return new Set(runs.flatMap((words) => modulesLoadedBy(bin, words)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function modulesLoadedBy(bin, words) {
  const script = `
    process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify(Object.keys(require.cache))));
    process.argv = ['', '', ...${JSON.stringify(words)}];
    require(${JSON.stringify(bin)});`;
  const { output, status } = spawnSync(process.execPath, ['-e', script], {
    env: { ...process.env, POLYVIRT_CACHE: 'off' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  if (status !== 0) {
    throw new Error(`polyvirt ${words.join(' ')} does not work: ${output[2]}`);
  }
  return JSON.parse(output[3]);
}

/** Code that hands out modules by their names. */
function offering(root, names) {
  const entries = [...names].sort().map((name) => {
    return `${JSON.stringify(name)}: () => require(${JSON.stringify(join(root, name))})`;
  });
  return `exports.modules = { ${entries.join(', ')} };`;
}

/** Writes one of the two files and returns what it asks of the other. Modules stay as lazy as they are in the sources. */
async function chunk({ esbuild, root, cli, name, isOurs, entry }) {
  const asked = new Set();
  const outfile = join(cli, `${name}.js`);
  await esbuild.build({
    ...SMALL,
    stdin: { contents: entry, resolveDir: cli },
    outfile,
    // Read as Latin-1, which is the quickest; what is beyond is escaped.
    charset: 'ascii',
    external: ['esbuild', 'cdk8s', 'constructs', '@bufbuild/cel', '@bufbuild/cel/ext'],
    plugins: [lazyChildProcess, linkTo(root, isOurs, asked)],
    // As a function, which is what is made of it anyway: putting it into one later would copy all of it.
    banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
    footer: { js: '})' },
  });
  // Regular expressions are the one thing that it does not escape.
  if (!/^[\0-\x7f]*$/.test(readFileSync(outfile, 'latin1'))) {
    throw new Error(
      'a regular expression has a character beyond ASCII, which is not escaped in the bundle: write \\u…',
    );
  }
  return asked;
}

/** Leaves modules of the other file where they are. */
function linkTo(root, isOurs, asked) {
  const plain = { polyvirt: true };
  return {
    name: 'link',
    setup(build) {
      build.onResolve({ filter: /^[^:]+$/ }, async ({ path, resolveDir, kind, importer, pluginData }) => {
        if (pluginData === plain || kind === 'entry-point') {
          return undefined;
        }
        const found = await build.resolve(path, { resolveDir, kind, importer, pluginData: plain });
        if (found.external || found.errors.length > 0 || isOurs(found.path)) {
          return found;
        }
        const name = relative(root, found.path).replaceAll('\\', '/');
        asked.add(name);
        return { path: `${LINK}${name}`, external: true };
      });
    },
  };
}

/** Loads it when it is needed: commander would start the programs of others with it, which nobody here asks it to. */
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
