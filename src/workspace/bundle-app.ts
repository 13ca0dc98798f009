import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Loader, Message, Plugin } from 'esbuild';
import type { Finding } from '../findings/finding';
import type { AppLocation } from './find-app';
import { WorkspaceError } from './workspace-error';

/** A program and everything that it imports in one file. */
export interface Bundle {
  readonly code: string;
  /** The source map, as text: parsed only when a place is asked for. */
  readonly map: string;
  /** What the paths in the map are relative to. */
  readonly folder: string;
}

/** Bundles the user's program with our side of the hand-over. */
export async function bundleApp(app: AppLocation): Promise<Bundle> {
  const esbuild = require('esbuild') as typeof import('esbuild');
  const folder = dirname(app.entry);
  try {
    const result = await esbuild.build({
      stdin: { contents: wrapper(app.entry), resolveDir: folder, sourcefile: 'polyvirt-app.js' },
      outfile: join(folder, 'polyvirt-app.bundle.js'),
      absWorkingDir: app.folder,
      bundle: true,
      write: false,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      sourcemap: 'external',
      sourcesContent: false,
      // cdk8s names classes in its messages.
      keepNames: true,
      logLevel: 'silent',
      loader: { '.node': 'copy' },
      plugins: [OWN_FOLDER],
    });
    const text = (suffix: string) => result.outputFiles.find(({ path }) => path.endsWith(suffix))!.text;
    return { code: text('.js'), map: text('.map'), folder };
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (errors === undefined) {
      throw error;
    }
    throw new WorkspaceError(errors.map((message) => bundleFinding(message, app)));
  }
}

/** Runs first: replaces `synth()` in the very copy of cdk8s that the program uses, then starts it. */
function wrapper(entry: string): string {
  return [
    `const { runProgram } = require(${JSON.stringify(join(__dirname, 'app-child'))});`,
    `runProgram(require('cdk8s'), () => require(${JSON.stringify(entry)}));`,
  ].join('\n');
}

/** A program that reads files beside its source expects `__dirname` to be the source's folder, not the bundle's. */
const OWN_FOLDER: Plugin = {
  name: 'own-folder',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }) => {
      if (path.includes('node_modules')) {
        return undefined;
      }
      const text = readFileSync(path, 'utf8');
      if (!/\b__dirname\b|\b__filename\b|\bimport\.meta\b/.test(text)) {
        return undefined;
      }
      const names = `var __dirname=${JSON.stringify(dirname(path))},__filename=${JSON.stringify(path)};`;
      const loader = (/\.[cm]?([jt]sx?)$/.exec(path)?.[1] ?? 'js') as Loader;
      // On the first line, so that every line keeps its number.
      return { contents: names + text.replace(/^#!.*/, ''), loader };
    });
  },
};

function bundleFinding({ text, location }: Message, app: AppLocation): Finding {
  const missing = /^Could not resolve "([^"]+)"/.exec(text)?.[1];
  const isPackage = missing !== undefined && !/^[./]/.test(missing);
  const ours = location?.file === 'polyvirt-app.js' || location === null;
  return {
    code: 'PV012',
    severity: 'error',
    ...(ours || location === null
      ? { file: relative(process.cwd(), app.entry) }
      : {
          file: relative(process.cwd(), join(app.folder, location.file)),
          line: location.line,
          column: location.column + 1,
        }),
    what: missing === undefined ? text : `"${missing}" cannot be found`,
    why: 'The program does not start, so there are no manifests',
    fix: isPackage ? `run npm install ${missing === 'cdk8s' ? 'cdk8s constructs' : missing}` : 'correct the line',
  };
}
