// Puts the compiled program into few files, so that starting it costs little: see docs/adr/0013-one-file-to-start.md.
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { jsYamlParts } from './js-yaml-parts.mjs';
import { usualModules } from './usual-modules.mjs';

const COMMON = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', legalComments: 'inline' };
const SMALL = { ...COMMON, minifyWhitespace: true, minifySyntax: true };

/** How a module names one of another file, with the name of that: see src/cli/start/load-bundle.ts. */
const LINK = 'polyvirt:';

/** What esbuild makes of `lib`, once it is compiled. */
export async function bundle(esbuild, root) {
  const lib = join(root, 'lib/src');
  // Loading all of zod would cost more than all the rest of a start: only what is used is taken in.
  await takeIn(esbuild, join(root, 'src/model/read/zod.ts'), join(lib, 'model/read/zod.js'));
  await takeIn(esbuild, join(root, 'src/kube/yaml/js-yaml.ts'), join(lib, 'kube/yaml/js-yaml.js'));
  readTablesLate(join(root, 'lib/imports'));
  await bundleProgram(esbuild, root, join(lib, 'cli/start'));
  // And the few files that load it, or print what the Argo CD plugin has in its cache, which needs nothing of all that.
  await esbuild.build({
    ...SMALL,
    entryPoints: [join(lib, 'cli/start/bin.js')],
    outfile: join(lib, 'cli/start/bin.js'),
    allowOverwrite: true,
    external: ['./run', './version'],
  });
}

/** Field tables are text that is read when it is loaded; ours are read by and by. */
function readTablesLate(folder) {
  for (const file of readdirSync(folder).filter((each) => each.endsWith('-fields.js'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const late = text.replace('FIELDS = JSON.parse(', 'FIELDS = require("../src/schema/lazy-table").lazyTable(');
    if (late === text) {
      throw new Error(`${file} does not read its table as it used to`);
    }
    writeFileSync(join(folder, file), late);
  }
}

/** Makes one module of what another one names of a package. */
async function takeIn(esbuild, source, outfile) {
  await esbuild.build({
    ...COMMON,
    entryPoints: [source],
    outfile,
    allowOverwrite: true,
    mainFields: ['module', 'main'],
    conditions: ['import'],
    plugins: [jsYamlParts],
  });
}

/**
 * The whole program in three files: what rendering and checking usual platforms uses, what merely came with it, and the rest.
 *
 * A file holds what others ask of it, which may ask for more: so they are made until none asks for anything new.
 */
async function bundleProgram(esbuild, root, cli) {
  const { used, loaded } = usualModules(cli);
  const chunkOf = (file) => (used.has(file) ? '' : loaded.has(file) ? 'more' : 'rest');
  const asked = { '': new Set(), more: new Set(), rest: new Set() };
  for (let before = -1; before !== sizeOf(asked); ) {
    before = sizeOf(asked);
    for (const name of Object.keys(asked)) {
      const run = name === '' ? 'Object.assign(exports, require("./run"));' : '';
      const entry = offering(root, asked[name]) + run;
      const plugins = [lazyChildProcess, linkTo(root, (file) => chunkOf(realpathSync(file)), name, asked)];
      await chunk(esbuild, cli, name, entry, plugins);
    }
  }
}

const sizeOf = (sets) => Object.values(sets).reduce((sum, { size }) => sum + size, 0);

/** Code that hands out modules by their names. */
function offering(root, names) {
  const entries = [...names].sort().map((name) => {
    return `${JSON.stringify(name)}: () => require(${JSON.stringify(join(root, name))})`;
  });
  return `exports.modules = { ${entries.join(', ')} };`;
}

/** Writes one of the files. Modules stay as lazy as they are in the sources. */
async function chunk(esbuild, cli, name, entry, plugins) {
  const outfile = join(cli, name === '' ? 'bundle.js' : `bundle-${name}.js`);
  await esbuild.build({
    ...SMALL,
    stdin: { contents: entry, resolveDir: cli },
    outfile,
    // Read as Latin-1, which is the quickest; what is beyond is escaped.
    charset: 'ascii',
    external: ['esbuild', 'cdk8s', 'constructs', '@bufbuild/cel', '@bufbuild/cel/ext'],
    plugins,
    // As a function, which is what is made of it anyway: putting it into one later would copy all of it.
    banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
    footer: { js: '})' },
  });
  const text = readFileSync(outfile, 'latin1');
  // Regular expressions are the one thing that it does not escape.
  if (!/^[\0-\x7f]*$/.test(text)) {
    throw new Error(
      'a regular expression has a character beyond ASCII, which is not escaped in the bundle: write \\u…',
    );
  }
  // The same, but setting it does not take a microsecond in each of some hundred modules.
  writeFileSync(outfile, text.replaceAll(ES_MODULE, '$1.__esModule=!0;'));
}

const ES_MODULE = /Object\.defineProperty\((\w+),"__esModule",\{value:!0\}\);/g;

/** Leaves modules of other files where they are, and notes that they were asked for. */
function linkTo(root, chunkOf, own, asked) {
  const plain = { polyvirt: true };
  return {
    name: 'link',
    setup(build) {
      build.onResolve({ filter: /^[^:]+$/ }, async ({ path, resolveDir, kind, importer, pluginData }) => {
        if (pluginData === plain || kind === 'entry-point') {
          return undefined;
        }
        const found = await build.resolve(path, { resolveDir, kind, importer, pluginData: plain });
        if (found.external || found.errors.length > 0 || chunkOf(found.path) === own) {
          return found;
        }
        const name = relative(root, found.path).replaceAll('\\', '/');
        const other = chunkOf(found.path);
        asked[other].add(name);
        return { path: `${LINK}${other}/${name}`, external: true };
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
