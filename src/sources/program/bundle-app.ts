import { basename, dirname, join, resolve } from 'node:path';
import type { Message, Plugin } from 'esbuild';
import type { BundleBounds } from './bundle-bounds';
import { bundleError, TOO_LATE, WRAPPER } from './bundle-error';
import { givenModule, within } from './bundle-within';
import type { AppLocation } from './find-app';
import { GIVE_CDK8S, installedModules, library, partOf } from './library';
import { readOwnModule, readTsconfig } from './read-module';
import { IGNORE_INSPECTOR } from './spawn-node';
import { buildLibraries, givenLibraries, NODE_MODULES, type WallLibraries } from './wall-libraries';
import { withoutEnvironment } from './without-environment';

/** A program and everything that it imports in one file. */
export interface ProgramBundle {
  readonly code: string;
  /** The source map, as text: parsed only when a place is asked for. */
  readonly map: string;
  /** What the paths in the map are relative to. */
  readonly folder: string;
  /** A module, where the program awaits at its top level. */
  readonly format: 'cjs' | 'esm';
  /** Every file that went into it, by its absolute path. */
  readonly inputs: readonly string[];
  /** In the wall: the code of cdk8s and constructs, which is loaded before; nothing where they are in the program's. */
  readonly libraries?: string;
}

/** A bundle that need not be made again while nothing changes. */
export interface KeptBundle extends ProgramBundle {
  /** What runs it with what V8 compiled of it when it ran before: arguments of Node, and what goes to its standard input. */
  readonly loading: { readonly args: readonly string[]; readonly code: Uint8Array };
  /** Keeps what V8 compiled of it now. */
  readonly keepCompiled?: (compiled: Uint8Array) => void;
}

/** Foreign parts of a program, and how it runs. */
interface Bundling {
  /**
   * All that it may be made of.
   *
   * @default - whatever it imports: it is the user's own
   */
  readonly within?: BundleBounds;
  /** Whether it runs in the wall, and not in a process of its own. */
  readonly isWalled?: boolean;
  /** Libraries that are loaded before it: nothing where they cannot be. */
  readonly libraries?: Promise<WallLibraries | undefined>;
  /** How long it may take, where it is not the user's own. */
  readonly patienceMs?: number;
}

/** Longer than any program takes that a person wrote. */
const PATIENCE_MS = 60_000;

/** A bundle for the wall, with its libraries in a file of their own where the program has one copy of them. */
export async function bundleWalled(app: AppLocation, bounds: BundleBounds): Promise<ProgramBundle> {
  const libraries = inTime(buildLibraries(dirname(app.entry), bounds), PATIENCE_MS).catch(() => undefined);
  const apart = await bundleApp(app, { within: bounds, isWalled: true, libraries });
  const { code, inputs = [] } = (await libraries) ?? {};
  return code === undefined
    ? apart
    : apart.inputs.some((path) => inputs.includes(path))
      ? await bundleApp(app, { within: bounds, isWalled: true })
      : { ...apart, inputs: [...apart.inputs, ...inputs], libraries: code };
}

/** Bundles the user's program with our side of the hand-over. */
export async function bundleApp(app: AppLocation, bundling: Bundling = {}): Promise<ProgramBundle> {
  const explained = (error: unknown) => bundleError(error, app, bundling.within);
  try {
    return await build(app, 'cjs', bundling);
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (errors?.some(({ text }) => text.startsWith('Top-level await'))) {
      return await build(app, 'esm', bundling).catch((second: unknown) => Promise.reject(explained(second)));
    }
    throw explained(error);
  }
}

async function build(app: AppLocation, format: ProgramBundle['format'], bundling: Bundling): Promise<ProgramBundle> {
  const { within: bounds, isWalled = false, patienceMs, libraries } = bundling;
  const esbuild = await import('esbuild');
  const folder = dirname(app.entry);
  const settings = bounds === undefined ? undefined : readTsconfig(folder, bounds);
  const isApart = (await libraries) !== undefined;
  const start = () =>
    esbuild.build({
      stdin: {
        contents: wrapper(app.entry, format, isWalled, isApart),
        resolveDir: folder,
        sourcefile: WRAPPER,
      },
      outfile: join(folder, BUNDLE_FILE),
      absWorkingDir: app.folder,
      bundle: true,
      write: false,
      platform: 'node',
      target: 'node20',
      format,
      // CommonJS packages inside of a module need the `require` that modules do not have. The wall has it by itself.
      banner: { js: !isWalled && format === 'esm' ? REQUIRE : '' },
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
      plugins: [
        ...(isWalled ? [NODE_MODULES] : []),
        ...(libraries === undefined ? [] : [givenLibraries(libraries)]),
        library(bounds !== undefined),
        bounds === undefined ? OWN_FOLDER : within(bounds),
      ],
      metafile: true,
      ...(settings === undefined ? {} : { tsconfigRaw: settings.raw, nodePaths: installedModules() }),
    });
  const result = await (bounds === undefined ? start() : inTime(withoutEnvironment(start), patienceMs ?? PATIENCE_MS));
  const text = (suffix: string) => result.outputFiles.find(({ path }) => path.endsWith(suffix))!.text;
  const inputs = Object.keys(result.metafile.inputs)
    .filter((name) => basename(name) !== WRAPPER && !name.includes('<') && !/^(library|of-node):/.test(name))
    .map((name) => resolve(app.folder, name))
    .concat(settings?.files ?? []);
  return { code: text('.js'), map: text('.map'), folder, format, inputs };
}

/** What the bundler waits for, as a pipe beside the repository, must not keep us: without us it ends. */
async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(TOO_LATE)), patienceMs);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if ((error as Error).message === TOO_LATE) {
      await (await import('esbuild')).stop();
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The name of a bundle, for stack traces: it is never written. */
export const BUNDLE_FILE = 'polyvirt-app.bundle.js';
const REQUIRE =
  "import{createRequire as __polyvirt_require}from'node:module';const require=__polyvirt_require(process.cwd()+'/');";

/** Runs first: replaces `synth()` in the very copy of cdk8s that the program uses, then starts it. */
function wrapper(entry: string, format: ProgramBundle['format'], isWalled: boolean, isApart: boolean): string {
  const program = JSON.stringify(entry);
  const later = format === 'cjs' ? `() => require(${program})` : `() => import(${program})`;
  const given = isApart ? '' : GIVE_CDK8S;
  const cdk8s = isApart ? '__polyvirt_given.cdk8s()' : "require('cdk8s')";
  const run = `${given}${format === 'cjs' ? '' : 'await '}${partOf('child')}.runProgram(${cdk8s}, ${later});`;
  return isWalled ? run : `${IGNORE_INSPECTOR}${partOf('prelude')}.beAlikeInProcess();\n${run}`;
}

/** A file that looks beside itself expects its own folder, not the bundle's. */
const OWN_FOLDER: Plugin = {
  name: 'own-folder',
  setup(build) {
    build.onLoad({ filter: /.*/ }, ({ path }) => givenModule(readOwnModule(path), path));
  },
};
