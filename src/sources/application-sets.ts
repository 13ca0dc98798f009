import { relative, sep } from 'node:path';
import { expandSet, type RepositoryFiles } from '../argocd/sets/expand';
import { type Rollout, rolloutOf } from '../argocd/sets/rollout';
import { subjectText } from '../findings/text';
import { findingObject, groupOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { objectsIn } from './cluster-destinations';
import type { FileDocuments } from './side-documents';
import { valuePrint } from './unjudged/content-print';
import { deploymentOf } from './unjudged/of-files';
import type { Unit } from './unjudged/unit';

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
