import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Finding } from '../findings/finding';
import { type AppLocation, findApp } from './find-app';
import { WorkspaceError } from './workspace-error';

/** What a platform is made from: a program, or files without any code. */
export type Source =
  | { readonly app: AppLocation; readonly output: string }
  | { readonly files: readonly string[]; readonly output: string };

const PLATFORM_FILE = 'polyvirt.yaml';
const APP_FILE = 'cdk8s.yaml';

/** Finds what a path stands for: a folder with `polyvirt.yaml` or `cdk8s.yaml`, or a platform file. */
export function findSource(asked: string): Source {
  const path = resolve(asked);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true && basename(path) !== APP_FILE) {
    return { files: [path], output: join(dirname(path), 'dist') };
  }
  const folder = found?.isFile() === true ? dirname(path) : path;
  const files = platformFiles(folder);
  const hasApp = isFile(join(folder, APP_FILE));
  if (files.length > 0 && hasApp) {
    throw new WorkspaceError([both(asked)], true);
  }
  if (files.length > 0) {
    return { files, output: join(folder, 'dist') };
  }
  if (!hasApp) {
    throw new WorkspaceError([neither(asked, found?.isDirectory() === true)], true);
  }
  const app = findApp(folder);
  return { app, output: app.output };
}

/** `polyvirt.yaml`, and one file per cluster beside it. */
function platformFiles(folder: string): string[] {
  const clusters = join(folder, 'clusters');
  const names = isFolder(clusters)
    ? readdirSync(clusters)
        .filter((name) => /\.ya?ml$/.test(name))
        .sort()
    : [];
  const files = [PLATFORM_FILE, ...names.map((name) => join('clusters', name))]
    .map((name) => join(folder, name))
    .filter(isFile);
  // A folder of clusters alone is somebody else's unless a platform file says otherwise.
  const ours = isFile(join(folder, PLATFORM_FILE)) ? files : [];
  refuseOutside(folder, ours);
  return ours;
}

/** A link in a repository could make us read, and print findings about, any file of the machine. */
function refuseOutside(folder: string, files: readonly string[]): void {
  if (files.length === 0) {
    return;
  }
  const inside = realpathSync(folder) + sep;
  const outside = files.filter((file) => !realpathSync(file).startsWith(inside));
  if (outside.length > 0) {
    throw new WorkspaceError(
      outside.map(
        (file): Finding => ({
          code: 'PV034',
          severity: 'error',
          file: file.slice(folder.length + 1),
          what: 'it is a link that leads out of the folder',
          why: 'A platform must not depend on, or show, files of the machine it is rendered on',
          fix: 'put the file itself here',
        }),
      ),
    );
  }
}

function both(asked: string): Finding {
  return {
    code: 'PV015',
    severity: 'error',
    what: `${asked} has both ${PLATFORM_FILE} and ${APP_FILE}`,
    why: 'They would write over each other in one output folder',
    fix: `name the one that is meant, as in polyvirt synth ${join(asked, PLATFORM_FILE)}, or give each a folder of its own`,
  };
}

function neither(asked: string, isFolder: boolean): Finding {
  return {
    code: 'PV010',
    severity: 'error',
    what: isFolder ? `there is neither ${PLATFORM_FILE} nor ${APP_FILE} in ${asked}` : `${asked} does not exist`,
    why: 'polyvirt synth writes the manifests of a platform file, or of the app that cdk8s.yaml names',
    fix: 'name the folder, as in polyvirt synth path/to/platform, or begin one with polyvirt init',
  };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
