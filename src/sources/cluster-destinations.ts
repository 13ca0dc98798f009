import { groupOf, itemsOf } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { isObject } from './host/manifest-files';
import { type MappedFile, type MappedPath, wholePath } from './platform-folders';
import { sourcesOf } from './unjudged/of-files';

/** A folder that Argo CD deploys, and to where. */
interface DeployedFolder {
  /** With slashes, as an Application writes it. */
  readonly path: string;
  readonly cluster: string;
}

const APPLICATION = /kind["']?\s*:\s*["']?Application\b/;

/**
 * The cluster of a file by the Applications among the files: that of the innermost folder that one deploys.
 *
 * A single destination tells nothing apart. A folder that goes to several clusters has the names of all.
 *
 * @param said clusters that other Applications go to, by what was rendered for them
 */
export function destinationFolders(
  files: readonly MappedFile[],
  said: ReadonlySet<string> = new Set(),
): (file: MappedPath) => string | undefined {
  const clusters = new Map<string, Set<string>>();
  for (const { path, cluster } of files.flatMap(({ texts }) => texts().flatMap(deployedBy))) {
    // An Application may be about another repository: then nothing is at that path.
    if (files.some((file) => pathsOf(file).some((each) => each.startsWith(`${path}/`)))) {
      clusters.set(path, (clusters.get(path) ?? new Set()).add(cluster));
    }
  }
  if (new Set([...said, ...[...clusters.values()].flatMap((names) => [...names])]).size < 2) {
    return () => undefined;
  }
  return (file) => {
    const folders = pathsOf(file).flatMap((path) => {
      const steps = path.split('/');
      return steps.slice(1).map((_, i) => steps.slice(0, steps.length - 1 - i).join('/'));
    });
    const names = folders.map((folder) => clusters.get(folder)).find((each) => each !== undefined);
    return names === undefined ? undefined : [...names].sort().join('+');
  };
}

/** An Application names folders from the root of the repository, which may be above what was asked for. */
function pathsOf(file: MappedPath): string[] {
  return file.above === '' ? [file.below] : [file.below, wholePath(file)];
}

function deployedBy(text: string): DeployedFolder[] {
  return APPLICATION.test(text) ? objectsIn(text).flatMap(foldersOf) : [];
}

function foldersOf({ apiVersion, kind, spec }: KubeObject): DeployedFolder[] {
  if (groupOf(apiVersion) !== 'argoproj.io' || kind !== 'Application' || !isMap(spec) || !isMap(spec.destination)) {
    return [];
  }
  const cluster = destinationOf(spec);
  // Of the whole repository nothing can be told apart.
  return pathsDeployed(spec).flatMap((path) => (path === '' || cluster === '' ? [] : [{ path, cluster }]));
}

/** The cluster that an Application deploys to; empty where it does not say. */
export function destinationOf({ destination }: Readonly<Record<string, unknown>>): string {
  const { name, server } = isMap(destination) ? destination : {};
  return typeof name === 'string' && name !== '' ? name : hostOf(asText(server ?? ''));
}

/** The folders that an Application deploys, with slashes; empty for the root of the repository. */
export function pathsDeployed(spec: Readonly<Record<string, unknown>>): string[] {
  return sourcesOf(spec).flatMap((source) =>
    isMap(source) && typeof source.path === 'string' ? [slashed(source.path)] : [],
  );
}

/** A path as it is compared: `./shop//web/` is `shop/web`. */
export function slashed(path: string): string {
  return path
    .split(/[/\\]/)
    .filter((step) => step !== '' && step !== '.')
    .join('/');
}

/** `https://fra.example.com:6443` is shown as `fra.example.com`. */
function hostOf(server: string): string {
  const host = server.replace(/^[a-z]+:\/\//i, '').replace(/[:/].*$/, '');
  return host === 'kubernetes.default.svc' ? 'in-cluster' : host;
}

/** The objects of a text; none where it cannot be read, which is said by who reads it to judge it. */
export function objectsIn(text: string): KubeObject[] {
  return [...readYaml(text)]
    .flatMap((read) => (isProblem(read) ? [] : itemsOf(read.value).map(({ value }) => value)))
    .filter((value): value is KubeObject => isObject(value));
}
