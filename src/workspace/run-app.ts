import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ChildMessage } from './app-child';
import { type Bundle, bundleApp } from './bundle-app';
import { checkRun, collectTree } from './collect-tree';
import type { AppLocation } from './find-app';
import { SourcePlaces } from './source-place';
import { type Exit, spawnNode } from './spawn-node';
import type { Tree } from './tree';

/** How an app is run. */
export interface RunOptions {
  /**
   * Who turns TypeScript into JavaScript.
   *
   * @default - esbuild where it is installed, ts-node otherwise
   */
  readonly bundler?: 'esbuild' | 'ts-node';
}

/** Runs an app in a child process and takes over its tree. */
export async function runApp(app: AppLocation, options: RunOptions = {}): Promise<Tree> {
  const bundler = options.bundler ?? (hasBundler() ? 'esbuild' : 'ts-node');
  const bundle = bundler === 'esbuild' ? await bundleApp(app) : undefined;
  const places = new SourcePlaces(bundle);
  const messages: ChildMessage[] = [];
  const exit = await runChild(app, bundle, (message) => messages.push(message));
  checkRun(app, messages, places, exit);
  return collectTree(messages, places);
}

/** esbuild has a program of its own for each system; where it is missing, ts-node does at the desk. */
export function hasBundler(): boolean {
  try {
    require.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}

async function runChild(
  app: AppLocation,
  bundle: Bundle | undefined,
  receive: (message: ChildMessage) => void,
): Promise<Exit> {
  if (bundle === undefined) {
    return spawnNode({ args: directArguments(app), folder: app.folder, receive });
  }
  // On stdin, so that nothing is left behind whatever happens to us.
  return spawnNode({ args: [...inputFlags(bundle), '-'], folder: app.folder, receive, code: bundle.code });
}

/** Runs the program as it is, through ts-node where it is TypeScript. */
function directArguments(app: AppLocation): string[] {
  const fromApp = createRequire(app.entry);
  const script = `require(${JSON.stringify(join(__dirname, '../workspace/app-child'))}).runProgram(require(${JSON.stringify(
    fromApp.resolve('cdk8s'),
  )}), () => require(${JSON.stringify(app.entry)}));`;
  const register = /\.[cm]?ts$/.test(app.entry) ? ['-r', fromApp.resolve('ts-node/register/transpile-only')] : [];
  return [...register, '-e', script];
}

/** Tells Node what comes on its standard input. */
export function inputFlags({ format }: Bundle): string[] {
  return format === 'esm' ? ['--input-type=module'] : [];
}
