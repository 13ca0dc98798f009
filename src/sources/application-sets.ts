import { relative, resolve, sep } from 'node:path';
import { isClusterScoped } from '../argocd/facts';
import { expandSet, type RepositoryFiles } from '../argocd/sets/expand';
import { type Rollout, rolloutOf } from '../argocd/sets/rollout';
import { subjectText } from '../findings/text';
import { findingObject, groupOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { objectsIn, slashed } from './cluster-destinations';
import { type DeployedApplication, folderOf } from './deployed-applications';
import type { FileDocuments, SideDocument } from './side-documents';
import { deploymentOf } from './unjudged/of-files';
import { type Unit, valuePrint } from './unjudged/unit';

/** The Applications of the ApplicationSets among some files, as their controller would make them. */
interface ExpandedSets {
  readonly files: readonly FileDocuments[];
  readonly units: readonly Unit[];
  /** Sets that are known by their Applications, as units call them. */
  readonly names: ReadonlySet<string>;
  /** Files that only those sets read, below what was asked for. */
  readonly inputs: ReadonlySet<string>;
  /** In which order each syncs its Applications. */
  readonly rollouts: readonly Rollout[];
  /** Sets whose Applications are not known. */
  readonly unknown: readonly UnknownSet[];
}

/** An ApplicationSet that asks what is not in the repository. */
export interface UnknownSet {
  /** As units call it. */
  readonly name: string;
  readonly path: string;
  readonly why: string;
}

const SET = /kind["']?\s*:\s*["']?ApplicationSet\b/;
const CLUSTER_SECRET = /argocd\.argoproj\.io\/secret-type/;

/** Expands ApplicationSets without a cluster. One that asks what is not in the repository stays as it is, and is named. */
export function expandedSets(
  files: readonly FileDocuments[],
  asked: string,
  settled: ReadonlySet<string> = new Set(),
): ExpandedSets {
  const found = files.flatMap((file) =>
    file.documents
      .filter(({ text }) => SET.test(text))
      .flatMap(({ text }) => setsIn(text).map((set) => ({ file, set }))),
  );
  const names = new Set<string>();
  const inputs = new Set<string>();
  const units: Unit[] = [];
  const rollouts: Rollout[] = [];
  const unknown: UnknownSet[] = [];
  const made = found.flatMap(({ file, set }): FileDocuments[] => {
    const reads: string[] = [];
    const expanded = expandSet(set, repositoryOf(files, reads));
    const name = subjectText(findingObject(set));
    if ('why' in expanded) {
      unknown.push({ name, path: file.path, why: expanded.why });
      return [];
    }
    rollouts.push(rolloutOf(set, expanded.applications));
    const deployments = expanded.applications.map((application) => ({
      application,
      deployment: deploymentOf(application, asked),
    }));
    const isKnown = (application: KubeObject) => settled.has(subjectText(findingObject(application)));
    if (deployments.every(({ application, deployment }) => deployment?.isPlain === true || isKnown(application))) {
      names.add(name);
      for (const path of reads) {
        inputs.add(path);
      }
      units.push(
        ...deployments.map(({ application, deployment }) =>
          unitOf(application, isKnown(application) ? deployment?.source : deployment?.from, file, asked),
        ),
      );
    }
    return [{ ...file, madeBy: name, documents: expanded.applications.map((each) => documentOf(each, file)) }];
  });
  return { files: made, units, names, inputs, rollouts, unknown };
}

function setsIn(text: string): KubeObject[] {
  return objectsIn(text).filter(
    ({ apiVersion, kind }) => groupOf(apiVersion) === 'argoproj.io' && kind === 'ApplicationSet',
  );
}

function repositoryOf(files: readonly FileDocuments[], reads: string[]): RepositoryFiles {
  const byPath = new Map(files.map((file) => [file.below, file]));
  return {
    paths: [...byPath.keys()],
    textOf: (path) => {
      reads.push(path.split('/').join(sep));
      return (byPath.get(path)?.documents ?? []).map(({ text }) => text).join('\n---\n');
    },
    clusters: files
      .flatMap(({ documents }) => documents)
      .filter(({ text }) => CLUSTER_SECRET.test(text))
      .flatMap(({ text }) => objectsIn(text))
      .filter((object) => valueAt(object, 'metadata.labels["argocd.argoproj.io/secret-type"]') === 'cluster'),
  };
}

function documentOf(application: KubeObject, { documents }: FileDocuments): FileDocuments['documents'][number] {
  const file = documents[0]?.file;
  return {
    text: JSON.stringify(application),
    ...(file === undefined ? {} : { file }),
    objects: () => [{ object: application, placeOf: () => (file === undefined ? undefined : { file }) }],
  };
}

/** Revisions and repositories are judged by nothing here: a set that changes those is named. */
function unitOf(application: KubeObject, from: unknown, { path }: FileDocuments, asked: string): Unit {
  const name = subjectText(findingObject(application));
  const key = isMap(application.metadata) ? name : relative(asked, path);
  return { sort: 'application', key, path, name, isQuiet: true, prints: () => new Map([['', valuePrint(from)]]) };
}

/** A folder that one or more Applications deploy, and the namespace that all of them give to objects without one. */
interface NamespacedFolder {
  readonly below: string;
  readonly namespace: string | undefined;
}

/**
 * Files with the namespaces that Applications give to objects that name none: another destination is another object.
 *
 * Where two Applications deploy a folder to different namespaces, its objects stay as they are.
 */
export function inNamespaces(
  files: readonly FileDocuments[],
  applications: readonly DeployedApplication[],
  asked: string,
  boundary: string,
): FileDocuments[] {
  if (applications.every(({ namespace }) => namespace === '')) {
    return [...files];
  }
  const byName = new Map(applications.map(({ name, namespace }) => [name, namespace]));
  const folders = namespacedFolders(applications, asked, boundary);
  return files.map((file) => {
    const namespace =
      file.application === undefined
        ? folders.find(({ below }) => below === '' || file.below.startsWith(`${below}/`))?.namespace
        : byName.get(file.application);
    return namespace === undefined || namespace === ''
      ? file
      : { ...file, documents: file.documents.map((document) => inNamespace(document, namespace)) };
  });
}

/** The innermost first. */
function namespacedFolders(
  applications: readonly DeployedApplication[],
  asked: string,
  boundary: string,
): NamespacedFolder[] {
  const found = new Map<string, Set<string>>();
  for (const { namespace, sources } of applications) {
    for (const source of sources.filter(({ helm, kustomize }) => helm === undefined && kustomize === undefined)) {
      const folder = folderOf(source, asked, boundary)?.folder;
      const below = folder === undefined ? undefined : relative(resolve(asked), folder);
      if (below !== undefined && !below.startsWith('..')) {
        found.set(slashed(below), (found.get(slashed(below)) ?? new Set()).add(namespace));
      }
    }
  }
  return [...found]
    .map(([below, names]) => ({ below, namespace: names.size === 1 ? [...names][0] : undefined }))
    .sort((a, b) => b.below.length - a.below.length);
}

/** The text tells the sides of a review apart, so that it has to say the namespace too. */
function inNamespace(document: SideDocument, namespace: string): SideDocument {
  return {
    ...document,
    text: `# namespace of the Application: ${namespace}\n${document.text}`,
    objects: () => document.objects().map((each) => ({ ...each, object: placed(each.object, namespace) })),
  };
}

function placed(object: KubeObject, namespace: string): KubeObject {
  const { apiVersion, metadata } = object;
  const isElsewhere = metadata === undefined || namespaceOf(object) !== undefined || isClusterScoped(object);
  return isElsewhere || groupOf(apiVersion) === 'argoproj.io'
    ? object
    : { ...object, metadata: { ...metadata, namespace } };
}
