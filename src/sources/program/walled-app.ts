import { dirname, join, relative, sep } from 'node:path';
import type { GivenParameter } from '../../argocd/given';
import type { Clusters } from '../../cluster/cluster';
import type { Deadline } from '../host/deadline';
import { shownPath } from '../host/open-text';
import { OWN_SOURCE } from '../host/own-folder';
import type { Dependency } from '../memory';
import type { AppLocation } from './find-app';
import { refuseHazards } from './foreign-programs';
import { runApp } from './run-app';
import type { WallReads } from './wall/wall-messages';

/** A program of an Application. */
export interface ApplicationProgram {
  /** The repository, by its real path. */
  readonly root: string;
  /** All that it sees of the environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly memoryMiB: number;
  /** What the Application gives. */
  readonly given: readonly GivenParameter[];
}

/** What it came to. */
interface ApplicationTree {
  readonly tree: Clusters;
  /** What it printed, for the log; not more than fits a log. */
  readonly printed: string;
  /** Everything that the tree depends on. */
  readonly dependencies: readonly Dependency[];
}

/** Runs a program of a repository in the wall, until a deadline. */
export async function runForApplication(
  app: AppLocation,
  { root, env, memoryMiB, given }: ApplicationProgram,
  deadline: Deadline,
): Promise<ApplicationTree> {
  deadline.hold('looking for links that leave the repository', () => refuseHazards(root));
  let printed = '';
  let reads: WallReads = { files: [], variables: [] };
  let inputs: readonly string[] = [];
  const tree = await deadline.wait(`running ${shownPath(app.entry)}`, (signal) =>
    runApp(app, {
      given,
      signal,
      wall: {
        within: { root, packages: [] },
        env,
        // Its own deadline comes first, and says what the time went to.
        limits: { memoryMiB, seconds: deadline.leftMs / 1000 + 1 },
        hear: (text) => {
          printed += text;
        },
        look: (looked) => {
          reads = looked;
        },
        bundled: (files) => {
          inputs = files;
        },
      },
    }),
  );
  return { tree, printed, dependencies: dependenciesOf(inputs, reads, root) };
}

/**
 * Inputs of the tree: every file that was bundled, every folder in which another file could take its place, and
 * everything that the program looked at. Installed packages outside of the repository are as they were installed.
 */
function dependenciesOf(bundled: readonly string[], reads: WallReads, root: string): Dependency[] {
  // Our own files are told by the build that they are of.
  const inputs = bundled.filter((path) => !path.startsWith(dirname(OWN_SOURCE) + sep));
  const inside = inputs.filter((path) => path.startsWith(root + sep)).map((path) => relative(root, path));
  const folders = new Set(['']);
  for (const name of inside) {
    for (let folder = dirname(name); folder !== '.' && !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
  }
  return [
    ...inside.map((name) => ['file', name] as const),
    ...inputs.filter((path) => !path.startsWith(root + sep)).map((path) => ['installed', path] as const),
    ...[...folders].flatMap((folder) => [
      ['names', folder] as const,
      // What the bundler looks for on its way up.
      ...['tsconfig.json', 'package.json', 'cdk8s.yaml'].map((name) => ['file', join(folder, name)] as const),
    ]),
    ...reads.files.flatMap((name) => [['file', name] as const, ['names', name] as const]),
    ...reads.variables.map((name) => ['variable', name] as const),
  ];
}
