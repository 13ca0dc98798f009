import { dirname, join, relative, sep } from 'node:path';
import type { Cluster, Clusters } from '../../cluster/cluster';
import type { Deadline } from '../host/deadline';
import { OWN_SOURCE } from '../host/own-folder';
import { isWorkspaceError, shownPath, WorkspaceError } from '../host/workspace-error';
import type { Dependency } from '../memory';
import { Authors } from './authors';
import { bundleApp, type ProgramBundle } from './bundle-app';
import { type Origins, startChildRpc } from './child-rpc';
import { checkRun, TreeCollector, wholeTree } from './collect-tree';
import { type Confinement, confiningFlags } from './confinement';
import type { AppLocation } from './find-app';
import type { Reads } from './hermetic';
import { closeOwnInspector } from './no-inspector';
import { refuseHazards } from './repository-hazards';
import { hasBundler, inputFlags, NO_BUNDLER } from './run-app';
import { SourcePlaces } from './source-place';
import type { Exit, NodeProgram } from './spawn-node';

/** What a confined program came to. */
interface ConfinedRun {
  readonly tree: Clusters;
  /** What it printed, for the log; not more than fits a log. */
  readonly printed: string;
  /** Everything that the tree depends on. */
  readonly dependencies: readonly Dependency[];
}

/** Enough of what a program prints. */
const LONGEST_PRINT = 64 << 10;

/** What a program may hand over in all: more than could ever be printed. */
const LARGEST_TREE = 512 << 20;

/** Runs a program of a repository that is not trusted: within the repository, without the pod's secrets, for a limited time. */
export async function runConfined(
  app: AppLocation,
  confinement: Confinement,
  deadline: Deadline,
): Promise<ConfinedRun> {
  if (!hasBundler()) {
    throw new WorkspaceError([NO_BUNDLER]);
  }
  deadline.hold('looking for links that leave the repository', () => refuseHazards(confinement.root));
  closeOwnInspector();
  const name = shownPath(app.entry);
  const bundle = await deadline.wait(`bundling ${name}`, () =>
    bundleApp(app, { confinement, within: { root: confinement.root, packages: [] } }),
  );
  const places = new SourcePlaces(bundle);
  const clusters: Cluster[] = [];
  const collector = new TreeCollector((cluster) => clusters.push(cluster));
  let printed = '';
  let handed = 0;
  const { exit, origins } = await deadline.wait(`running ${name}`, (signal) =>
    toTheEnd({
      args: [...confiningFlags(confinement), ...inputFlags(bundle), '-'],
      folder: app.folder,
      code: bundle.code,
      env: confinement.env,
      signal,
      receive: (message) => {
        if (typeof message?.type !== 'string') {
          throw new SyntaxError('a message without a type');
        }
        handed += message.type === 'object' ? JSON.stringify(message.object).length : 0;
        if (handed > LARGEST_TREE) {
          throw new WorkspaceError([tooLarge(name)]);
        }
        collector.receive(message);
      },
      hear: (text) => {
        printed = (printed + text).slice(0, LONGEST_PRINT);
      },
    }).catch((error: unknown) => Promise.reject(isWorkspaceError(error) ? error : unreadable(name))),
  );
  refuseHunger(exit, name, confinement.heapMiB);
  checkRun(app, collector, places, exit, 'run polyvirt synth at the desk, which shows what it prints');
  return {
    tree: told(name, () => wholeTree(clusters, collector, new Authors(places, origins, confinement.root))),
    printed,
    dependencies: dependenciesOf(bundle, collector.reads, confinement.root),
  };
}

/** Runs a program, asks it for everything, and believes nothing but its process about how it ended. */
async function toTheEnd(program: NodeProgram): Promise<{ exit: Exit; origins: Origins }> {
  const child = await startChildRpc(program);
  const origins = await child.ask('all');
  return { origins, exit: await child.close() };
}

/**
 * Inputs of the tree: every file that was bundled, every folder in which another file could take its place, and
 * everything that the program looked at. Installed packages outside of the repository are as they were installed.
 */
function dependenciesOf(bundle: ProgramBundle, reads: Reads, root: string): Dependency[] {
  // Our own files are told by the build that they are of.
  const inputs = bundle.inputs.filter((path) => !path.startsWith(dirname(OWN_SOURCE) + sep));
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
      // What the bundler and Node look for on their way up.
      ...['tsconfig.json', 'package.json', 'cdk8s.yaml'].map((name) => ['file', join(folder, name)] as const),
    ]),
    ...reads.files.flatMap((name) => [['file', name] as const, ['names', name] as const]),
    ...reads.variables.map((name) => ['variable', name] as const),
  ];
}

/** The channel is the program's to write to as well: what it tells may be anything. */
function told(name: string, collect: () => Clusters): Clusters {
  try {
    return collect();
  } catch {
    throw unreadable(name);
  }
}

function unreadable(file: string): WorkspaceError {
  return new WorkspaceError([
    {
      code: 'PV013',
      severity: 'error',
      file,
      what: 'what the app handed over cannot be read',
      why: 'Something else than its tree came on the channel that is for that, so nothing is printed',
      fix: 'do not write to file descriptor 3',
    },
  ]);
}

/** Node says that it is out of memory by ending itself. */
function refuseHunger({ code, signal }: Exit, name: string, heapMiB: number): void {
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 133) {
    throw new WorkspaceError([
      {
        code: 'PV013',
        severity: 'error',
        file: name,
        what: `the app needs more than the ${heapMiB} MiB of memory that it may have`,
        why: 'The sidecar would be ended with every render in it',
        fix: 'make less at once, as with one cluster per Application, or raise typescript.heapMiB in the policy of the plugin',
      },
    ]);
  }
}

function tooLarge(file: string) {
  return {
    code: 'PV705',
    severity: 'error',
    file,
    what: `the app hands over more than ${LARGEST_TREE >> 20} MiB`,
    why: 'Argo CD does not take so much, and the sidecar has to hold all of it',
    fix: 'make less at once, as with one cluster per Application',
  } as const;
}
