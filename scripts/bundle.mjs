// Puts the whole command into one file, so that starting it costs little: see docs/adr/0018-one-bundle-with-a-code-cache.md.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
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

/** What a program in the wall has of polyvirt, and the thread around it: see docs/adr/0033-programs-run-in-webassembly.md. */
export async function bundleWall(esbuild, root) {
  const wall = join(root, 'src/sources/program/wall');
  const made = join(root, 'lib/src/sources/program/wall');
  const library = (shared, options) =>
    esbuild.build({
      ...IN_THE_WALL,
      stdin: { contents: wallLibrary(root, shared), resolveDir: wall },
      outfile: join(made, 'wall-library.js'),
      banner: { js: `var __polyvirt_given={};${BEGIN}` },
      footer: { js: END },
      plugins: [ofWall(wall), jsYamlParts],
      ...options,
    });
  const { metafile } = await library([], { write: false, metafile: true });
  const known = new Set(Object.keys(metafile.inputs).map((file) => resolve(file)));
  const shared = new Set();
  for (const [name, file] of Object.entries(LATE_PARTS)) {
    await esbuild.build({
      ...IN_THE_WALL,
      entryPoints: [join(root, 'src', file)],
      outfile: join(made, `wall-${name}.js`),
      globalName: '__polyvirt_part',
      banner: { js: BEGIN },
      footer: { js: `__polyvirt_shared[${JSON.stringify(name)}]=__polyvirt_part;${END}` },
      plugins: [ofWall(wall), ofLibrary(root, known, shared)],
    });
  }
  await library([...shared].sort(), {});
  await esbuild.build({
    ...COMMON,
    entryPoints: [join(wall, 'worker.ts')],
    outfile: join(made, 'worker.js'),
    minify: true,
    supported: { 'dynamic-import': false },
  });
}

/** Around it: cdk8s and constructs are those of the program. */
const BEGIN = '(function(require){';
const END = '})(function(name){return __polyvirt_given[name]?__polyvirt_given[name]():globalThis.require(name)});';

const IN_THE_WALL = {
  bundle: true,
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2023',
  format: 'iife',
  minify: true,
  legalComments: 'inline',
  external: ['cdk8s', 'constructs'],
  supported: { 'dynamic-import': false },
};

/** Exports that few programs use, in files of their own, which are loaded when a program names them. */
const LATE_PARTS = { Enforcement: 'constructs/enforcement' };

/**
 * The first code in the wall. Modules come from where it says: cdk8s and constructs of the program, and of Node what the wall has.
 *
 * What is exported has its name, since cdk8s names classes in its messages; other functions have none, which would be a tenth of it.
 *
 * @param shared what late parts use of it, by paths below the root
 */
function wallLibrary(root, shared) {
  const late = Object.keys(LATE_PARTS).map(
    (name) => `${name}: { enumerable: true, get: () => named(running.latePart('${name}')).${name} }`,
  );
  const parts = shared.map((path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(join(root, path))})`);
  return `import './guest/globals';
import * as running from './guest/running';
const named = (module) => {
  for (const [name, value] of Object.entries(module)) {
    typeof value === 'function' && Object.defineProperty(value, 'name', { value: name, configurable: true });
  }
  return module;
};
const index = () => Object.defineProperties({}, {
  ...Object.getOwnPropertyDescriptors(named(require(${JSON.stringify(join(root, 'src/index'))}))),
  ${late.join(', ')}
});
globalThis.__polyvirt_child = running;
globalThis.__polyvirt_shared = { ${parts.join(', ')} };
globalThis.__polyvirt_library = { index, child: () => require('./guest/child') };`;
}

/** Takes what the library has from there: there must not be two of it. */
function ofLibrary(root, known, shared) {
  return {
    name: 'of-library',
    setup(build) {
      build.onResolve({ filter: /./ }, async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData === 'asked' || kind === 'entry-point') {
          return undefined;
        }
        const found = await build.resolve(path, { resolveDir, kind, pluginData: 'asked' });
        if (!known.has(found.path)) {
          return found;
        }
        const name = relative(root, found.path);
        shared.add(name);
        return { path: name, namespace: 'library' };
      });
      build.onLoad({ filter: /./, namespace: 'library' }, ({ path }) => ({
        contents: `module.exports = __polyvirt_shared[${JSON.stringify(path)}]();`,
      }));
    },
  };
}

/** What a program does not have of polyvirt: what judges manifests runs outside, and no file is read inside. */
const NOT_IN_THE_WALL = /^\.\/(cluster\/judge|review|upgrade|validation)\//;

function ofWall(wall) {
  const instead = new Map([
    ['sources/host/brought-manifests', join(wall, 'guest/brought-manifests.ts')],
    ['cluster/judge/apply-rules', join(wall, 'guest/judged-outside.ts')],
  ]);
  return {
    name: 'of-wall',
    setup(build) {
      build.onResolve({ filter: /^\.\.\/(sources\/host|cluster\/judge)\// }, ({ path }) => ({
        path: instead.get(path.slice('../'.length)),
      }));
      build.onLoad({ filter: /[\\/]src[\\/]index\.ts$/ }, ({ path }) => ({
        contents: wallIndex(readFileSync(path, 'utf8')),
        loader: 'ts',
        resolveDir: dirname(path),
      }));
    },
  };
}

/** The index without what judges: those names are functions that refuse. */
function wallIndex(text) {
  return text
    .replace("import './in-node';", "import { refusedFunction } from './sources/program/wall/guest/refused';")
    .replace(/export \{([^}]*)\} from '([^']+)';/g, (all, names, from) =>
      Object.values(LATE_PARTS).includes(from.slice(2))
        ? ''
        : NOT_IN_THE_WALL.test(from)
          ? names
              .split(',')
              .map((name) => name.trim())
              .filter((name) => name !== '' && !name.startsWith('type '))
              .map(
                (name) =>
                  `export const ${name} = refusedFunction('${name} of polyvirt', 'run polyvirt outside of the program: it judges what the program makes');`,
              )
              .join('\n')
          : all,
    );
}

/** What a program imports of polyvirt is loaded when it names it, and rules only where it asks them. */
function loadedLate(compiled) {
  return {
    name: 'loaded-late',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]index\.js$/ }, ({ path }) => ({
        contents: lateIndex(readFileSync(path, 'utf8')),
      }));
      build.onResolve({ filter: /^\.\.\/cluster\/judge\/apply-rules$/ }, ({ importer }) =>
        dirname(importer) === join(compiled, 'constructs')
          ? { path: join(compiled, 'speed/late-rules.js') }
          : undefined,
      );
    },
  };
}

/** The index as tsc wrote it: each of its getters asks for its module. */
function lateIndex(text) {
  const modules = new Map(
    [...text.matchAll(/^var (\w+) = (require\("[^"]+"\));$/gm)].map(([, name, load]) => [name, load]),
  );
  const late = text.replace(/return (\w+)\.(?=\w+; \})/g, (all, name) =>
    modules.has(name) ? `return ${modules.get(name)}.` : all,
  );
  if (late === text) {
    throw new Error('tsc writes the index in another form: see lateIndex in scripts/bundle.mjs');
  }
  return late.replace(/^var \w+ = require\("[^"]+"\);$/gm, '');
}

/** Modules of Node that every start has loaded already. Others bring sockets and streams with them, and next to no run asks for them. */
const AT_HAND = new Set(['node:fs', 'node:os', 'node:path', 'node:process', 'node:vm']);

/** Modules of Node are loaded when something of them is named. */
const lateNode = {
  name: 'late-node',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path }) =>
      AT_HAND.has(path) ? { path, external: true } : { path, namespace: 'late-node' },
    );
    build.onLoad({ filter: /.*/, namespace: 'late-node' }, ({ path }) => ({
      contents: `for (const name of ${JSON.stringify(Object.keys(process.getBuiltinModule(path)))}) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => process.getBuiltinModule('${path}')[name] });
}`,
    }));
  },
};

/**
 * In a file of one command all of our own modules are loaded at once: esbuild then writes them one after the other, where it otherwise
 * makes a function of each. What evaluates CEL stays late, since its package takes longer than all the rest.
 */
const atOnce = {
  name: 'at-once',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      if (basename(path) === 'late-cel.ts') {
        return undefined;
      }
      const imports = [];
      const contents = readFileSync(path, 'utf8').replace(LATE_IMPORT, (_, late, lateToo) => {
        const name = `__part${imports.length}`;
        imports.push(`import * as ${name} from '${late ?? lateToo}';`);
        return name;
      });
      return imports.length === 0
        ? undefined
        : { contents: [...imports, contents].join('\n'), loader: 'ts', resolveDir: dirname(path) };
    });
  },
};

/** `(require('./a') as typeof import('./a'))` and `await import('./a')`. */
const LATE_IMPORT = /\brequire\('(\.[^']+)'\) as typeof import\('[^']+'\)|\bawait import\('(\.[^']+)'\)/g;

/** What esbuild makes of the sources, in place of what tsc compiled of the same files. */
export async function bundle(esbuild, root) {
  const make = (file, options) => {
    const outfile = join(root, 'lib/src', `${file}.js`);
    return esbuild.build({ ...COMMON, ...options, entryPoints: [join(root, 'src', `${file}.ts`)], outfile });
  };
  // For the library: only what is used of zod and js-yaml is taken in.
  await make('model/read/zod');
  await make('kube/yaml/js-yaml');
  for (const commands of ['run-any', 'run-argocd', 'run-check', 'run-synth']) {
    await make(`cli/start/${commands}`, {
      minify: true,
      external: ['esbuild', 'cdk8s', 'constructs', '@bufbuild/cel', '@bufbuild/cel/ext'],
      plugins: [...COMMON.plugins, lateNode, ...(commands === 'run-any' ? [] : [atOnce])],
      // Packages that are imported late are loaded by `require`: a script of `node:vm` has no `import()`.
      supported: { 'dynamic-import': false },
      // See src/speed/code-cache.ts.
      banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
      footer: { js: '})' },
    });
    if (!/^[\0-\x7f]*$/.test(readFileSync(join(root, `lib/src/cli/start/${commands}.js`), 'latin1'))) {
      throw new Error('a regular expression has a character beyond ASCII, which esbuild does not escape: write \\u…');
    }
  }
  // For programs: what they use of it, and what runs them, of what tsc compiled. See src/sources/program/library.ts.
  const parts = {
    index: './index',
    child: './sources/program/app-child',
    prelude: './sources/program/prelude',
    memory: './sources/memory',
  };
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
    banner: {
      js: 'globalThis.__polyvirt_given={};globalThis.__polyvirt_library=(function(require){var module={exports:{}},exports=module.exports;',
    },
    footer: {
      js: ';return module.exports})(function(name){return __polyvirt_given[name]?__polyvirt_given[name]():require(name)});',
    },
    allowOverwrite: true,
    supported: { 'dynamic-import': false },
    plugins: [loadedLate(join(root, 'lib/src'))],
  });
  await make('speed/load-app', { minify: true });
  await bundleWall(esbuild, root);
  // And what loads that, or prints what the Argo CD plugin has in its cache, which needs nothing of it.
  await make('cli/start/bin', { minify: true, external: ['./version'], plugins: [...COMMON.plugins, lateNode] });
}
