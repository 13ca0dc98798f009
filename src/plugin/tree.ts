import { existsSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Environment } from '../argocd/settings';
import type { Clusters } from '../cluster/cluster';
import type { Finding } from '../findings/finding';
import { isSecretText } from '../findings/secrets/secret-text';
import { chooseFrom } from '../findings/suggestion';
import { isDnsSubdomain } from '../kube/names';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { valueAt } from '../model/read/file-path';
import { type AnnouncedParameter, announcedParameters } from '../model/read/parameters';
import { findSource, type Source } from '../sources/find-source';
import { Deadline } from '../sources/host/deadline';
import { WorkspaceError } from '../sources/host/open-text';
import { elapsedMs } from '../sources/host/process';
import { readText } from '../sources/host/read-text';
import type { Dependency } from '../sources/memory';
import { openPlatform } from '../sources/open-platform';
import { allowedPrograms } from '../sources/program/foreign-programs';
import { programParameters } from '../sources/program/run-app';
import { toldBy } from '../sources/program/told-variables';
import { readPlatforms } from '../sources/read-platforms';
import { copyForCmp } from './cmp-copy';
import { CLUSTER_PARAMETER, type PluginRequest, readRequest } from './request';

/** Where a render takes place. */
interface RenderPlace {
  readonly source: Source;
  /** The repository around it, by its real path. */
  readonly root: string;
  readonly env: Environment;
  readonly deadline: Deadline;
}

/** What a platform came to in the plugin. */
interface PluginTree {
  readonly tree: Clusters;
  readonly dependencies: readonly Dependency[];
  /** What a program printed. */
  readonly printed: string;
}

/** Memory of a program where the policy says nothing. */
const MEMORY_MIB = 512;

/** Reads a platform for the plugin: files without running anything, a program in the wall and where that is allowed. */
export async function readForPlugin(request: PluginRequest, place: RenderPlace): Promise<PluginTree> {
  const { source } = place;
  if ('files' in source) {
    return fromFiles(source.files, request, place);
  }
  const read = await runForPlugin(request, place);
  return { ...read, tree: withCluster(read.tree, read.tree, request.cluster) };
}

function fromFiles(files: readonly string[], request: PluginRequest, { root, deadline }: RenderPlace): PluginTree {
  const { cluster, given } = request;
  const parameters = { given, elsewhere: [CLUSTER_PARAMETER] };
  const read = (only: string | undefined) =>
    readPlatforms(files, { parameters, ...(only === undefined ? {} : { cluster: only }) });
  const tree = deadline.hold('reading the platform', () => read(cluster));
  const reads = tree.reads ?? files;
  // Names are asked for only where the right one is not there.
  const known =
    tree.clusters.length > 0 || tree.findings.length > 0
      ? tree
      : deadline.hold('reading all platforms', () => read(undefined));
  return {
    tree: withCluster(tree, known, cluster),
    printed: '',
    dependencies: [
      ...reads.map((path) => ['file', relative(root, path)] as const),
      ...(tree.folders ?? []).map((path) => ['names', relative(root, path)] as const),
    ],
  };
}

/** Runs a program where that is allowed; gives all of its clusters. */
async function runForPlugin(request: PluginRequest, { source, root, env, deadline }: RenderPlace): Promise<PluginTree> {
  if ('files' in source) {
    throw new Error('a platform of files is not run');
  }
  const allowed = allowedPrograms(request, root, env.ARGOCD_APP_SOURCE_REPO_URL);
  const { runForApplication } = await import('../sources/program/walled-app');
  const program = { root, env: toldBy(env), memoryMiB: allowed.heapMiB ?? MEMORY_MIB, given: request.given };
  const { tree, printed, dependencies } = await runForApplication(source.app, program, deadline);
  const parameters = programParameters(request.given, [CLUSTER_PARAMETER]);
  const complete: Clusters = {
    ...tree,
    clusters: tree.clusters.map(parameters.applied),
    findings: [...tree.findings, ...parameters.findings(tree.parameters ?? [])],
  };
  // The same program in another repository may not be allowed.
  const asked = allowed.repositories === undefined ? [] : [['variable', 'ARGOCD_APP_SOURCE_REPO_URL'] as const];
  return { tree: complete, printed, dependencies: [...dependencies, ...asked] };
}

/** The tree with the one cluster that goes to the Application. */
function withCluster(tree: Clusters, known: Clusters, asked: string | undefined): Clusters {
  const names = known.clusters.map(({ name }) => name).sort();
  if (asked === undefined && names.length > 1) {
    throw new WorkspaceError([notChosen(names)]);
  }
  const clusters = tree.clusters.filter(({ name }) => asked === undefined || name === asked);
  if (asked !== undefined && clusters.length === 0 && tree.findings.length === 0) {
    throw new WorkspaceError([noSuchCluster(asked, names)]);
  }
  return { ...tree, clusters };
}

const SHOWN = 20;

function notChosen(names: readonly string[]): Finding {
  return {
    code: 'PV711',
    severity: 'error',
    path: `parameter ${CLUSTER_PARAMETER}`,
    what: `there are ${names.length} clusters, and the Application does not choose one`,
    why: 'An Application goes to one cluster: objects of the others would be created there too',
    fix: `give the parameter one of ${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ' and so on' : ''}`,
  };
}

function noSuchCluster(asked: string, names: readonly string[]): Finding {
  return {
    code: 'PV711',
    severity: 'error',
    path: `parameter ${CLUSTER_PARAMETER}`,
    // It is a name of ours; what cannot be one may be a secret that belongs into another parameter.
    what:
      isDnsSubdomain(asked) && !isSecretText(asked)
        ? `there is no cluster "${asked}"`
        : 'this is not the name of a cluster',
    why: 'With no output, everything that was there before would be deleted',
    fix: names.length === 0 ? 'add the cluster to the platform' : chooseFrom(asked, names),
  };
}

/** What a render depends on as far as it is known before anything is read. */
export function inputsOf(source: Source, folder: string, root: string, policyFile: string | undefined): Dependency[] {
  const below = relative(root, folder);
  return [
    ['file', join(below, 'polyvirt.yaml')],
    ['file', join(below, 'cdk8s.yaml')],
    ['names', join(below, 'clusters')],
    ...('files' in source ? source.files.map((path) => ['file', relative(root, path)] as const) : []),
    ...(policyFile === undefined ? [] : [['file', resolve(policyFile)] as const]),
  ];
}

/** What may be set in an Application. */
interface Announcements {
  readonly parameters: readonly AnnouncedParameter[];
  readonly dependencies: readonly Dependency[];
}

/** The parameters of a platform: those of the cluster that is asked for, or of all, each name once. */
export async function announceParameters(request: PluginRequest, place: RenderPlace): Promise<Announcements> {
  const { source, root } = place;
  if ('files' in source) {
    return {
      parameters: ofFiles(source.files, request.cluster),
      dependencies: source.files.map((path) => ['file', relative(root, path)] as const),
    };
  }
  // What is given does not matter here, and may be what is wrong.
  const { tree, dependencies } = await runForPlugin({ ...request, given: [] }, place);
  const names = tree.clusters.map(({ name }) => name);
  return { parameters: [...clusterParameter(names), ...(tree.parameters ?? [])], dependencies };
}

function ofFiles(files: readonly string[], cluster: string | undefined): AnnouncedParameter[] {
  const documents = files
    .flatMap((file) => [...readYaml(readText(file))])
    .flatMap((read) => (isProblem(read) ? [] : [read.value]));
  const names = documents.flatMap((value) => {
    const name = valueAt(value, ['metadata', 'name']);
    return typeof name === 'string' ? [name] : [];
  });
  const chosen = documents.filter((value) => cluster === undefined || valueAt(value, ['metadata', 'name']) === cluster);
  const unique = new Map(chosen.flatMap(announcedParameters).map((parameter) => [parameter.name, parameter] as const));
  return [...clusterParameter(names), ...unique.values()];
}

/** Where there is a choice. */
function clusterParameter(names: readonly string[]): AnnouncedParameter[] {
  const shown = [...names].sort().slice(0, SHOWN).join(', ');
  return names.length < 2
    ? []
    : [
        {
          name: CLUSTER_PARAMETER,
          title: 'Cluster',
          tooltip: `Which cluster the Application is for: ${shown}${names.length > SHOWN ? ' and so on' : ''}.`,
          type: 'string',
        },
      ];
}

/** The clusters of a platform, and the files that each of them depends on. */
export interface RenderInputs {
  readonly clusters: readonly { readonly name: string; readonly objects: number }[];
  /** What is the matter with the whole. */
  readonly findings: readonly Finding[];
  /** Paths from the top of the repository, by cluster. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** Longer than anything that is right takes. */
const PATIENCE_MS = 10 * 60 * 1000;

/** Finds what a render really reads: of files, those that declare a cluster and what they name; of a program, what it ran on. */
export async function renderInputs(source: Source, root: string): Promise<RenderInputs> {
  const clusters: { name: string; objects: number }[] = [];
  const own = new Map<string, readonly string[]>();
  const opened = openPlatform(source);
  for await (const { name, objects, files } of opened) {
    clusters.push({ name, objects: objects.length });
    own.set(name, fromTop(files, root));
  }
  await opened.locate([]);
  return {
    clusters,
    findings: opened.findings,
    files: 'files' in source ? own : await filesOfProgram(source, root, own.keys()),
  };
}

/**
 * What a program reads, for each of its clusters, since it is run as a whole.
 *
 * At the desk, where it was run already. It is run once more, as in the plugin: on a copy of what git has, where everything that it looks at is noted.
 */
export async function filesOfProgram(
  { app }: Extract<Source, { app: unknown }>,
  root: string,
  clusters: Iterable<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const copy = copyForCmp(root, false);
  try {
    const { dependencies } = await runForPlugin(readRequest({}, true), {
      source: findSource(join(copy.root, relative(root, realpathSync(app.folder)))),
      root: realpathSync(copy.root),
      env: {},
      deadline: new Deadline(elapsedMs() + PATIENCE_MS),
    });
    const files = dependencies
      .filter(([kind, name]) => kind === 'file' && existsSync(join(copy.root, name)))
      .map(([, name]) => name);
    const own = [...new Set(files)].sort();
    return new Map([...clusters].map((name) => [name, own]));
  } finally {
    rmSync(copy.scratch, { recursive: true, force: true });
  }
}

/** Files by their paths from the top of a repository. */
export function fromTop(files: readonly string[], root: string): string[] {
  return [...new Set(files)].map((file) => relative(root, join(realpathSync(dirname(file)), basename(file))));
}
