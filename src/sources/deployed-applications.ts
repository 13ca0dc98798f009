import { join, relative, resolve } from 'node:path';
import { goesWithResources } from '../argocd/fleet/application';
import { expandSet, type RepositoryFiles } from '../argocd/sets/expand';
import { subjectText } from '../findings/text';
import { findingObject, groupOf, nameOf } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { destinationOf, objectsIn, slashed } from './cluster-destinations';
import { isFolder } from './host/open-text';
import { sourcesOf } from './unjudged/of-files';

/** An Application, as far as it decides what the folders of this repository come to. Both sides of a review keep it: plain data. */
export interface DeployedApplication {
  /** As it is called in a report: `Application argocd/shop`. */
  readonly name: string;
  /** Where to; empty where it does not say, and both names where the sides of a review differ. */
  readonly cluster: string;
  /** Of objects that name none. */
  readonly namespace: string;
  /** Whether what it deploys goes with it. */
  readonly goesWithResources: boolean;
  readonly sources: readonly ApplicationSource[];
}

/** One folder that an Application deploys. */
export interface ApplicationSource {
  /** From the root of the repository, with slashes; empty for the root. */
  readonly path: string;
  /** Options of Helm, as the Application has them. */
  readonly helm?: Readonly<Record<string, unknown>>;
  /** Options of kustomize. */
  readonly kustomize?: Readonly<Record<string, unknown>>;
  /** Which files of the folder it takes. */
  readonly directory?: Readonly<Record<string, unknown>>;
  /** Set where a plugin makes the manifests. */
  readonly isPlugin?: true;
  /** The words that Argo CD replaces in options, as `$ARGOCD_APP_NAME`. */
  readonly words: Readonly<Record<string, string>>;
  /** The release of Helm where nothing else is said. */
  readonly release: string;
  /** Other sources of the Application in this repository, which values files may be taken from: `$values/fra.yaml`. */
  readonly refs: readonly string[];
  /** Set where only the other side of a review has it. */
  readonly isElsewhere?: true;
}

const APPLICATION = /kind["']?\s*:\s*["']?Application(Set)?\b/;
const CLUSTER_SECRET = /argocd\.argoproj\.io\/secret-type/;

/** The Applications among some files, those that ApplicationSets make included. What is no YAML has none. */
export function applicationsIn(
  files: readonly string[],
  asked: string,
  textOf: (path: string) => string,
): DeployedApplication[] {
  const objects = files
    .map(textOf)
    .filter((text) => APPLICATION.test(text))
    .flatMap(objectsIn);
  const ofArgo = objects.filter(({ apiVersion }) => groupOf(apiVersion) === 'argoproj.io');
  const sets = ofArgo.filter(({ kind }) => kind === 'ApplicationSet');
  const repository = repositoryOf(sets.length === 0 ? [] : files, asked, textOf);
  const made = sets.flatMap((set) => {
    const expanded = expandSet(set, repository);
    return 'why' in expanded ? [] : expanded.applications;
  });
  const all = [...ofArgo.filter(({ kind }) => kind === 'Application'), ...made].flatMap(deployedApplication);
  return [...new Map(all.map((each) => [each.name, each])).values()];
}

/**
 * The Applications of one side of a review as the other side needs them: those that only the other has count too, since a folder is rendered
 * in the same way on both. The Application that comes or goes says by itself what that means.
 */
export function onBothSides(
  own: readonly DeployedApplication[],
  elsewhere: readonly DeployedApplication[],
): DeployedApplication[] {
  const others = new Map(elsewhere.map((each) => [each.name, each]));
  const fromElsewhere = (source: ApplicationSource): ApplicationSource => ({ ...source, isElsewhere: true });
  const names = new Set(own.map(({ name }) => name));
  return [
    ...own.map((each) => {
      const other = others.get(each.name);
      const cluster = [...new Set([each.cluster, other?.cluster ?? ''])].filter((name) => name !== '').sort();
      const paths = new Set(each.sources.map(({ path }) => path));
      // A folder that it deploys on one side only is told by the Application, and is the same folder on both.
      const left = (other?.sources ?? []).filter(({ path }) => !paths.has(path));
      return { ...each, cluster: cluster.join('+'), sources: [...each.sources, ...left.map(fromElsewhere)] };
    }),
    ...elsewhere
      .filter(({ name }) => !names.has(name))
      .map((each) => ({ ...each, sources: each.sources.map(fromElsewhere) })),
  ];
}

function repositoryOf(files: readonly string[], asked: string, textOf: (path: string) => string): RepositoryFiles {
  const below = new Map(files.map((path) => [slashed(relative(asked, path)), path]));
  return {
    paths: [...below.keys()],
    textOf: (path) => textOf(below.get(path) ?? ''),
    clusters: files
      .map(textOf)
      .filter((text) => CLUSTER_SECRET.test(text))
      .flatMap(objectsIn)
      .filter((object) => valueAt(object, 'metadata.labels["argocd.argoproj.io/secret-type"]') === 'cluster'),
  };
}

function deployedApplication(object: KubeObject): DeployedApplication[] {
  const { spec } = object;
  if (!isMap(spec)) {
    return [];
  }
  const sources = sourcesOf(spec).filter(isMap);
  const name = nameOf(object) ?? '';
  const folders = sources.filter(({ path, chart }) => typeof path === 'string' && chart === undefined);
  return [
    {
      name: subjectText(findingObject(object)),
      cluster: destinationOf(spec),
      namespace: asText(valueAt(spec, 'destination.namespace') ?? ''),
      goesWithResources: goesWithResources(object),
      sources: folders.map((source): ApplicationSource => {
        const path = slashed(asText(source.path));
        return {
          path,
          ...(isMap(source.helm) ? { helm: source.helm } : {}),
          ...(isMap(source.kustomize) ? { kustomize: source.kustomize } : {}),
          ...(isMap(source.directory) ? { directory: source.directory } : {}),
          ...(source.plugin === undefined ? {} : { isPlugin: true }),
          release: name,
          words: {
            ARGOCD_APP_NAME: name,
            ARGOCD_APP_NAMESPACE: asText(valueAt(spec, 'destination.namespace') ?? ''),
            ARGOCD_APP_PROJECT_NAME: asText(spec.project ?? ''),
            ARGOCD_APP_SOURCE_PATH: path,
            ARGOCD_APP_SOURCE_REPO_URL: asText(source.repoURL ?? ''),
            ARGOCD_APP_SOURCE_TARGET_REVISION: asText(source.targetRevision ?? ''),
          },
          refs: sources
            .filter(({ ref, repoURL }) => typeof ref === 'string' && repoURL === source.repoURL)
            .map(({ ref }) => asText(ref)),
        };
      }),
    },
  ];
}

/** The words of Argo CD in an option, replaced; others stay. Source: argo-cd v3.5 util/env. */
export function substituted(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced: string | undefined, bare: string | undefined) => {
    const word = braced ?? bare ?? '';
    return Object.hasOwn(words, word) ? words[word]! : whole;
  });
}

/** Whether Applications go to different clusters: a single destination tells nothing apart. */
export function areTold(applications: readonly DeployedApplication[]): boolean {
  return new Set(applications.flatMap(({ cluster }) => (cluster === '' ? [] : cluster.split('+')))).size > 1;
}

/**
 * The folder that an Application deploys, and the one that its paths begin at: what was asked for, or the root of the repository around it.
 */
export function folderOf(
  { path }: ApplicationSource,
  asked: string,
  boundary: string,
): { readonly folder: string; readonly root: string } | undefined {
  return [asked, boundary]
    .map((root) => ({ folder: resolve(join(root, path)), root: resolve(root) }))
    .find(({ folder }) => isFolder(folder));
}
