import { resolve } from 'node:path';
import { type Cluster, type Clusters, clusterOf } from '../cluster/cluster';
import type { CheckContext } from '../cluster/cluster-view';
import { type Finding, hasErrors, type Place } from '../findings/finding';
import { foundAt } from '../host/open-text';
import { WorkspaceError } from '../host/workspace-error';
import { judge, judgeAll } from '../judge/judge';
import type { KubeObject } from '../kube/object';
import { resolveTarget } from '../target/resolve';
import type { Target, TargetDeclaration } from '../target/target';
import { findSource, isPlatformFolder, type Source } from './find-source';
import { filesByCluster, knownClusters, snapshotOf } from './known-clusters';
import { manifestFiles } from './manifest-files';
import { readNodes } from './read-nodes';
import { manifestCluster, readObjects } from './read-objects';
import { readPlatforms } from './read-platforms';
import { readTree } from './read-tree';

/** A change of a target. */
export type Retarget = (declared: TargetDeclaration) => TargetDeclaration;

/** A subject at one target. */
export interface SubjectSide {
  readonly context: CheckContext;
  readonly objects: readonly KubeObject[];
  readonly findings: readonly Finding[];
}

/** Something that can be looked at with one target and with another. */
export interface UpgradeSubject {
  /** Name of the platform; absent for manifests that belong to none. */
  readonly name?: string;
  readonly origin: 'platform file' | 'app' | 'manifests' | 'snapshot' | 'releases';
  /** The file that declares the platform, where one does. */
  readonly file?: string;
  /** What it runs, as far as anything tells. */
  readonly target?: Target;
  readonly at: (retarget: Retarget) => SubjectSide;
}

/** Where to look for subjects. */
export interface SubjectsAsked {
  /** Files, folders, `-`; the platform where we stand, where there are none. */
  readonly paths: readonly string[];
  readonly nodes?: string;
  readonly cluster?: string;
  readonly today: string;
}

/** What there is to compare at two targets. */
export async function upgradeSubjects(asked: SubjectsAsked): Promise<UpgradeSubject[]> {
  const source = sourceOf(asked);
  if (source !== undefined) {
    return withNodes('files' in source ? ofFiles(source.files, asked) : await ofApp(source, asked), asked);
  }
  if (asked.paths.length > 0) {
    return ofManifests(asked);
  }
  return asked.cluster === undefined ? [releasesOnly(asked)] : [ofSnapshot(asked.cluster, asked)];
}

/** The platform that is asked for: by its folder, by its files, or where we stand. */
function sourceOf({ paths, cluster }: SubjectsAsked): Source | undefined {
  const [path, ...more] = paths;
  if (path === undefined) {
    return cluster === undefined && isPlatformFolder('.') ? findSource('.') : undefined;
  }
  if (more.length === 0 && isPlatformFolder(path)) {
    return findSource(path);
  }
  const files = paths.filter(isFile);
  if (files.length < paths.length) {
    return undefined;
  }
  const { platforms, objects } = readObjects(files);
  if (platforms.length > 0 && objects.length > 0) {
    throw new WorkspaceError([mixed(platforms)], true);
  }
  return platforms.length === 0 ? undefined : { files: platforms.map((file) => resolve(file)), output: '' };
}

function isFile(path: string): boolean {
  return foundAt(path)?.isFile() === true;
}

function ofFiles(files: readonly string[], { today }: SubjectsAsked): UpgradeSubject[] {
  const own = readable(readPlatforms(files));
  // One reading serves all clusters of a fleet that go to the same release.
  const trees = new Map<Retarget, Clusters>();
  const treeAt = (retarget: Retarget) => {
    const tree = trees.get(retarget) ?? readPlatforms(files, { retarget });
    trees.set(retarget, tree);
    return tree;
  };
  return own.clusters.map(({ name, path, target, placeOf }) => ({
    name,
    origin: 'platform file',
    ...fileOf(placeOf(path)),
    target,
    at: (retarget) => {
      const tree = treeAt(retarget);
      return sideOf(tree, tree.clusters.find((cluster) => cluster.name === name)!, today);
    },
  }));
}

function fileOf(place: Place | undefined): { file?: string } {
  return place === undefined ? {} : { file: resolve(place.file) };
}

/** A program is not run again for another target: what it made for its own is judged. */
async function ofApp(source: Source, { today }: SubjectsAsked): Promise<UpgradeSubject[]> {
  const tree = readable(await readTree(source));
  return tree.clusters
    .filter(({ isPlatform, objects }) => isPlatform || objects.length > 0)
    .map((cluster) => ({
      name: cluster.name,
      origin: 'app',
      target: cluster.target,
      at: (retarget) => sideOf(tree, { ...cluster, target: resolveTarget(retarget(cluster.target)).target }, today),
    }));
}

function sideOf(tree: Clusters, cluster: Cluster, today: string): SubjectSide {
  const { judged, findings } = judgeAll([cluster], tree.findings, { today, tellsMissing: false });
  return { context: cluster, objects: judged[0]!.objects, findings };
}

function readable(tree: Clusters): Clusters {
  if (hasErrors(tree.findings)) {
    throw new WorkspaceError(tree.findings);
  }
  return tree;
}

async function ofManifests({ paths, nodes, cluster, today }: SubjectsAsked): Promise<UpgradeSubject[]> {
  const clusters = await knownClusters({
    target: {},
    ...(nodes === undefined ? {} : { nodes }),
    ...(cluster === undefined ? {} : { cluster }),
  });
  const isSaid = cluster !== undefined && leads(snapshotOf(cluster).target);
  const all = paths.flatMap((path) => manifestFiles(path, 'all folders'));
  return [...filesByCluster(all, clusters)].map(([known, files]) => {
    const { name } = known;
    const read = readObjects(files);
    const made = manifestCluster(read.objects, read, known);
    return {
      ...(name === undefined ? {} : { name }),
      origin: 'manifests',
      ...(name !== undefined || isSaid ? { target: made.target } : {}),
      at: judged(made, today, name !== undefined || isSaid),
    };
  });
}

/** The cluster itself, as a snapshot has it. */
function ofSnapshot(path: string, { nodes, today }: SubjectsAsked): UpgradeSubject {
  const { target: said, existing, nodes: own, findings } = snapshotOf(path);
  if (hasErrors(findings)) {
    throw new WorkspaceError(findings, true);
  }
  const { target } = resolveTarget(said);
  const known = own === undefined ? {} : { nodes: own };
  const context = { target, ...known, ...nodesIn(nodes) };
  const isSaid = leads(said);
  return {
    origin: 'snapshot',
    ...(isSaid ? { target } : {}),
    at: judged(clusterOf(existing, context), today, isSaid),
  };
}

function leads({ kubevirt, hco }: TargetDeclaration): boolean {
  return kubevirt !== undefined || hco !== undefined;
}

/** No objects at all: what two releases are by themselves. */
function releasesOnly({ nodes, today }: SubjectsAsked): UpgradeSubject {
  const context = { ...nodesIn(nodes), target: resolveTarget().target };
  return { origin: 'releases', at: judged(clusterOf([], context), today, false) };
}

function judged(cluster: Cluster, today: string, isSaid: boolean): UpgradeSubject['at'] {
  return (retarget) => {
    // Without a target of its own it is not at the newest release, as elsewhere, but at what the change says.
    const { target } = resolveTarget(retarget(isSaid ? cluster.target : {}));
    const at = { ...cluster, target };
    // Whether an allowance is used up at some target is not what is asked here.
    const { objects, findings } = judge(at, { today, unused: 'none' });
    return { context: at, objects, findings };
  };
}

function nodesIn(path: string | undefined): Pick<CheckContext, 'nodes'> {
  if (path === undefined) {
    return {};
  }
  const { inventory, findings } = readNodes(path);
  if (hasErrors(findings)) {
    throw new WorkspaceError(findings, true);
  }
  return { nodes: inventory.nodes };
}

/** The nodes that a cluster really has, instead of those that its platform declares. */
function withNodes(subjects: readonly UpgradeSubject[], { nodes }: SubjectsAsked): UpgradeSubject[] {
  const known = nodesIn(nodes);
  return subjects.map((subject) => ({
    ...subject,
    at: (retarget) => {
      const side = subject.at(retarget);
      return { ...side, context: { ...side.context, ...known } };
    },
  }));
}

function mixed(platforms: readonly string[]): Finding {
  return {
    code: 'PV015',
    severity: 'error',
    what: `${platforms.join(', ')} holds a platform, and there are manifests beside it`,
    why: 'A platform says its own target; manifests are looked at as they are',
    fix: 'name one or the other',
  };
}
