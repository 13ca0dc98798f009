import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Message, Plugin } from 'esbuild';
import type { Finding } from '../findings/finding';
import { type Confinement, installedModules, ownEntry } from './confinement';
import type { AppLocation } from './find-app';
import { shownPath, WorkspaceError } from './workspace-error';

/** A program and everything that it imports in one file. */
export interface Bundle {
  readonly code: string;
  /** The source map, as text: parsed only when a place is asked for. */
  readonly map: string;
  /** What the paths in the map are relative to. */
  readonly folder: string;
  /** A module, where the program awaits at its top level. */
  readonly format: 'cjs' | 'esm';
  /** Every file that went into it, by its absolute path. */
  readonly inputs: readonly string[];
}

/** Bundles the user's program with our side of the hand-over, and with what confines it. */
export async function bundleApp(app: AppLocation, confinement?: Confinement): Promise<Bundle> {
  try {
    return await build(app, 'cjs', confinement);
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (errors?.some(({ text }) => text.startsWith('Top-level await'))) {
      return await build(app, 'esm', confinement).catch((second: unknown) =>
        Promise.reject(explainedError(second, app)),
      );
    }
    throw explainedError(error, app);
  }
}

async function build(app: AppLocation, format: Bundle['format'], confinement?: Confinement): Promise<Bundle> {
  const esbuild = require('esbuild') as typeof import('esbuild');
  const folder = dirname(app.entry);
  const result = await esbuild.build({
    stdin: { contents: wrapper(app.entry, format, confinement), resolveDir: folder, sourcefile: WRAPPER },
    outfile: join(folder, BUNDLE_FILE),
    absWorkingDir: app.folder,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format,
    // CommonJS packages inside of a module need the `require` that modules do not have.
    ...(format === 'esm' ? { banner: { js: REQUIRE } } : {}),
    define: {
      'import.meta.url': '__polyvirt_url',
      'import.meta.dirname': '__polyvirt_dirname',
      'import.meta.filename': '__polyvirt_filename',
    },
    sourcemap: 'external',
    sourcesContent: false,
    // cdk8s names classes in its messages.
    keepNames: true,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: confinement === undefined ? [LEFT_OUT, OWN_FOLDER] : [within(confinement.root), OWN_FOLDER, ownPolyvirt()],
    metafile: true,
    ...(confinement === undefined ? {} : { nodePaths: installedModules() }),
  });
  const text = (suffix: string) => result.outputFiles.find(({ path }) => path.endsWith(suffix))!.text;
  const inputs = Object.keys(result.metafile.inputs)
    .filter((name) => basename(name) !== WRAPPER && !name.includes('<'))
    .map((name) => resolve(app.folder, name));
  return { code: text('.js'), map: text('.map'), folder, format, inputs };
}

/** The name of a bundle, for whoever asks for it: it is never written. */
export const BUNDLE_FILE = 'polyvirt-app.bundle.js';
const WRAPPER = 'polyvirt-app.js';
const REQUIRE =
  "import{createRequire as __polyvirt_require}from'node:module';const require=__polyvirt_require(process.cwd()+'/');";

/**
 * Runs first: replaces `synth()` in the very copy of cdk8s that the program uses, then starts it. What confines the
 * program comes before anything of the repository's, and so before that copy too.
 */
function wrapper(entry: string, format: Bundle['format'], confinement: Confinement | undefined): string {
  const [child, hermetic] = ['app-child', 'hermetic'].map((name) =>
    JSON.stringify(join(__dirname, '../workspace', name)),
  );
  const program = JSON.stringify(entry);
  const load = (name: string) => (format === 'cjs' ? `require(${name})` : `await import(${name})`);
  const later = (name: string) => (format === 'cjs' ? `() => require(${name})` : `() => import(${name})`);
  const run = (more: string) =>
    `const { runProgram } = ${load(child!)};\n${format === 'cjs' ? '' : 'await '}runProgram(${load("'cdk8s'")}, ${later(program)}${more});`;
  if (confinement === undefined) {
    return run('');
  }
  const { root, hermetic: strict, given } = confinement;
  const options = `{ given: ${JSON.stringify(given)}, reads }`;
  return `const reads = (${load(hermetic!)}).beHermetic(${JSON.stringify(root)}, ${strict});\n${run(`, ${options}`)}`;
}

/** The bundler is not confined, so it must not be talked into reading what the program may not read. */
function within(root: string): Plugin {
  const allowed = [root, ...installedModules().flatMap(realFolder), dirname(dirname(ownEntry()))];
  return {
    name: 'within',
    setup(build) {
      build.onLoad({ filter: /.*/ }, ({ path }) =>
        allowed.some((folder) => path.startsWith(folder + sep))
          ? undefined
          : { errors: [{ text: `${path} lies outside of the repository` }] },
      );
    },
  };
}

function realFolder(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

/** A repository may leave polyvirt to whoever installed the plugin; one that brings its own gets that. */
function ownPolyvirt(): Plugin {
  return {
    name: 'own-polyvirt',
    setup(build) {
      build.onResolve({ filter: /^polyvirt$/ }, async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData === 'asked') {
          return undefined;
        }
        const found = await build.resolve(path, { resolveDir, kind, pluginData: 'asked' });
        return found.errors.length === 0 ? found : { path: ownEntry() };
      });
    },
  };
}

/**
 * What polyvirt loads only when it is asked to judge files or rules in CEL: half of its bytes, and next to no program does
 * that while it constructs. It is loaded from where it is installed; a confined program cannot, and has it in its bundle.
 */
const LEFT_OUT: Plugin = {
  name: 'left-out',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*(cel-rules|read-objects|workspace-error)$/ }, ({ path, importer }) =>
      existsSync(join(dirname(importer), '../../build-id'))
        ? { path: join(dirname(importer), `${path}.js`), external: true }
        : undefined,
    );
  },
};

/** A file that looks beside itself expects its own folder, not the bundle's. */
const OWN_FOLDER: Plugin = {
  name: 'own-folder',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }) => {
      // At once: there are hundreds of them, and waiting for each costs more than reading it.
      const text = readFileSync(path, 'utf8');
      const names = ownNames(text, path);
      if (names === '') {
        return undefined;
      }
      const loader = (/\.[cm]?([jt]sx?)$/.exec(path)?.[1] ?? 'js') as Loader;
      // On the first line, so that every line keeps its number.
      return { contents: names + text.replace(/^#!.*/, ''), loader };
    });
  },
};

/** Declarations of the names by which a file knows where it is, for those that it uses and does not declare itself. */
function ownNames(text: string, path: string): string {
  const own = [
    ...(text.includes('import.meta')
      ? [
          ['__polyvirt_url', pathToFileURL(path).href],
          ['__polyvirt_dirname', dirname(path)],
          ['__polyvirt_filename', path],
        ]
      : []),
    ...[
      ['__dirname', dirname(path)],
      ['__filename', path],
    ].filter(([name]) => text.includes(name!) && !new RegExp(`\\b(const|let|var)\\s[^;=]*\\b${name}\\b`).test(text)),
  ];
  return own.length === 0 ? '' : `var ${own.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',')};`;
}

/** What the bundler found wrong with the program; anything else is passed on as it is. */
function explainedError(error: unknown, app: AppLocation): unknown {
  const { errors } = error as { errors?: Message[] };
  return errors === undefined ? error : new WorkspaceError(errors.map((message) => bundleFinding(message, app)));
}

function bundleFinding({ text, location }: Message, app: AppLocation): Finding {
  const missing = /^Could not resolve "([^"]+)"/.exec(text)?.[1];
  const isPackage = missing !== undefined && !/^[./]/.test(missing);
  const ours = location?.file === WRAPPER || location === null;
  return {
    code: 'PV012',
    severity: 'error',
    ...(ours || location === null
      ? { file: shownPath(app.entry) }
      : {
          file: shownPath(join(app.folder, location.file)),
          line: location.line,
          column: location.column + 1,
        }),
    what: missing === undefined ? text : `"${missing}" cannot be found`,
    why: 'The program does not start, so there are no manifests',
    fix: isPackage ? `run npm install ${missing === 'cdk8s' ? 'cdk8s constructs' : missing}` : 'correct the line',
  };
}
