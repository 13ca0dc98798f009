import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { GivenParameter } from '../argocd/given';
import type { Finding } from '../findings/finding';
import { foundAt, isFolder, reasonOf, STDIN, shownPath, WorkspaceError } from './host/open-text';
import { readText } from './host/read-text';
import { type AppLocation, findApp } from './program/find-app';
import type { WallLimits } from './program/wall/wall-messages';

/** What a platform is made from: a program, or files without any code; and what is given to it from outside. */
export type Source = (
  | { readonly app: AppLocation; readonly output: string }
  | { readonly files: readonly string[]; readonly output: string }
) & {
  readonly given?: readonly GivenParameter[];
  /**
   * Limits of its program in the wall, where it runs there.
   *
   * @default - it is the user's own, and runs in a process
   */
  readonly sandbox?: Partial<WallLimits>;
};

/** A source with what is given to it. */
export function withGiven(source: Source, given: Source['given']): Source {
  return given === undefined || given.length === 0 ? source : { ...source, given };
}

/** The file that makes a folder that of a platform. */
export const PLATFORM_FILE = 'polyvirt.yaml';
/** Where cdk8s names the program. */
const APP_FILE = 'cdk8s.yaml';

/** Finds what a path stands for: a folder with `polyvirt.yaml` or `cdk8s.yaml`, or a platform file. */
export function findSource(asked: string): Source {
  const path = resolve(asked);
  const found = foundAt(path);
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
    throw new WorkspaceError([neither(folder, asked, found)], true);
  }
  const app = findApp(folder);
  return { app, output: app.output };
}

/** Whether a folder holds a platform, as opposed to manifests. */
export function isPlatformFolder(path: string): boolean {
  return isFolder(path) && (platformFiles(resolve(path)).length > 0 || isProgramFolder(path));
}

/** Whether a folder names the program of a platform. */
export function isProgramFolder(folder: string): boolean {
  return isFile(join(folder, APP_FILE));
}

/** Whether a path is that of a platform: its folder, a file that declares one, or one that names the program that does. */
export function isPlatformPath(path: string): boolean {
  if (path === STDIN) {
    return false;
  }
  if (foundAt(path)?.isFile() !== true) {
    return isPlatformFolder(path);
  }
  return basename(path) === APP_FILE || (/\.ya?ml$/i.test(path) && declaresPlatform(readText(path)));
}

function declaresPlatform(text: string): boolean {
  return /^kind:\s*['"]?Platform\b/m.test(text) && /^apiVersion:\s*['"]?polyvirt\.io\//m.test(text);
}

/** `polyvirt.yaml`, and one file per cluster beside it. A folder of clusters alone belongs to another tool. */
export function platformFiles(folder: string): string[] {
  const main = join(folder, PLATFORM_FILE);
  if (!isFile(main)) {
    return [];
  }
  const clusters = join(folder, 'clusters');
  const entries = entriesIn(clusters).filter(({ name }) => /\.ya?ml$/i.test(name));
  // Of a thousand files their folder says already what they are; links lead anywhere.
  const others = entries.filter((entry) => !entry.isFile()).map(({ name }) => join(clusters, name));
  refuseUnreadable(others.filter((file) => !isFile(file)));
  refuseOutside(folder, [main, ...(entries.length === 0 ? [] : [clusters]), ...others]);
  return [main, ...entries.map(({ name }) => join(clusters, name)).sort()];
}

function entriesIn(folder: string): Dirent[] {
  try {
    // Asked before, since an error takes longer to make than all else here.
    return foundAt(folder) === undefined ? [] : readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw new WorkspaceError([unreadable(folder, reasonOf(error))]);
  }
}

/** A cluster whose file cannot be read must not vanish silently: its manifests would be removed. */
function refuseUnreadable(files: readonly string[]): void {
  if (files.length > 0) {
    throw new WorkspaceError(files.map((file) => unreadable(file, 'it is not a file, or a link to nothing')));
  }
}

function unreadable(path: string, reason: string): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    file: shownPath(path),
    what: `it cannot be read: ${reason}`,
    why: 'A cluster that is left out loses its manifests',
    fix: 'put a file there, or remove it',
  };
}

/** A link in a repository could make us read, and print findings about, any file of the machine. */
function refuseOutside(folder: string, paths: readonly string[]): void {
  const inside = realpathSync(folder) + sep;
  const outside = paths.filter((path) => !realpathSync(path).startsWith(inside));
  if (outside.length > 0) {
    throw new WorkspaceError(
      outside.map(
        (file): Finding => ({
          code: 'PV034',
          severity: 'error',
          file: shownPath(file),
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
    why: 'They would overwrite each other in one output folder',
    fix:
      `name the one that is meant, as in polyvirt synth ${join(asked, PLATFORM_FILE)}, or give each a folder of its ` +
      'own',
  };
}

/** Refuses to begin a platform in a folder that has one of the other kind: of two, none could be synthesized. */
export function refuseSecondPlatform(folder: string, kind: 'file' | 'app'): void {
  const [other, started] = kind === 'file' ? [APP_FILE, PLATFORM_FILE] : [PLATFORM_FILE, APP_FILE];
  if (!isFile(join(folder, other))) {
    return;
  }
  throw new WorkspaceError([
    {
      code: 'PV015',
      severity: 'error',
      file: shownPath(join(folder, other)),
      what: `the folder already has a platform, and ${started} would be next to it`,
      why: 'They would overwrite each other in one output folder',
      fix: 'go on with the one that is there, or begin in another folder',
    },
  ]);
}

function neither(folder: string, asked: string, found: Stats | undefined): Finding {
  const near =
    found?.isDirectory() === true
      ? entriesIn(folder).find(({ name }) => /^(polyvirt|cdk8s)\.ya?ml$/i.test(name))?.name
      : undefined;
  const what =
    found === undefined
      ? `${asked} does not exist`
      : found.isDirectory()
        ? `there is neither ${PLATFORM_FILE} nor ${APP_FILE} in ${asked}`
        : `${asked} is neither a file nor a folder`;
  return {
    code: 'PV010',
    severity: 'error',
    what,
    why: 'A platform is described by a platform file, or by the app that cdk8s.yaml names',
    fix:
      near === undefined
        ? 'name the folder of a platform, or begin one with polyvirt init; for manifests of your own name the ' +
          'files, as in polyvirt check manifests/'
        : near === PLATFORM_FILE || near === APP_FILE
          ? `make ${near} a file: it is a folder, or a link that leads nowhere`
          : `there is a ${near}: give it the ending .yaml`,
  };
}

/** A link that leads in a circle, or to nothing, is no file either. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
