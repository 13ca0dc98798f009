import { readdirSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { asNumber, asText, isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { type ApplicationSource, type DeployedApplication, folderOf, substituted } from './deployed-applications';
import { readTextOr } from './host/read-text';
import type { CopiedFile } from './host/tool';
import { kustomizationIn } from './kustomize';

/** A folder of which an Application deploys the manifests as they lie there. */
interface Directory {
  readonly folder: string;
  readonly takes: (file: string) => boolean;
}

/**
 * Files in folders of Applications that none of those takes: without `directory.recurse` Argo CD looks into no folder below.
 *
 * An Application that takes no file at all, as it is here or on the other side, may be about another repository: it leaves nothing out.
 *
 * @param elsewhere Applications of the other side of a review
 */
export function leftOutFiles(
  files: readonly string[],
  applications: readonly DeployedApplication[],
  elsewhere: readonly DeployedApplication[],
  asked: string,
  boundary: string,
): string[] {
  const paths = files.map((file) => resolve(file));
  const directoriesOf = ({ sources }: DeployedApplication) =>
    sources.flatMap((source) => directoryOf(source, asked, boundary) ?? []);
  const others = new Map(elsewhere.map((each) => [each.name, each]));
  const directories = applications.flatMap((application) => {
    const own = directoriesOf(application);
    const other = others.get(application.name);
    const all = [...own, ...(other === undefined ? [] : directoriesOf(other))];
    return paths.some((path) => all.some(({ takes }) => takes(path))) ? own : [];
  });
  return files.filter((_, i) => {
    const path = paths[i]!;
    const around = directories.filter(({ folder }) => path.startsWith(folder + sep));
    return around.length > 0 && !around.some(({ takes }) => takes(path));
  });
}

/** Nothing for a chart, a kustomization, and the root of the repository, below which everything else is. */
function directoryOf(source: ApplicationSource, asked: string, boundary: string): Directory | undefined {
  const { path, helm, kustomize, isPlugin, directory = {} } = source;
  const folder = folderOf(source, asked, boundary)?.folder;
  const isRendered = helm !== undefined || kustomize !== undefined || isPlugin === true;
  if (path === '' || folder === undefined || isRendered || kustomizationIn(folder) !== undefined || isChart(folder)) {
    return undefined;
  }
  const [include, exclude] = [asText(directory.include ?? ''), asText(directory.exclude ?? '')];
  return {
    folder,
    takes: (file) => {
      const below = relative(folder, file).split(sep).join('/');
      return (
        file.startsWith(folder + sep) &&
        (directory.recurse === true || dirname(file) === folder) &&
        (exclude === '' || !globOf(exclude).test(below)) &&
        (include === '' || globOf(include).test(below))
      );
    },
  };
}

function isChart(folder: string): boolean {
  return readdirSync(folder).includes('Chart.yaml');
}

const globs = new Map<string, RegExp>();

/**
 * A glob in which a star stands for slashes too.
 *
 * Source: argo-cd v3.5 reposerver/repository/repository.go getPotentiallyValidManifestFile: gobwas/glob without separators.
 */
function globOf(glob: string): RegExp {
  const known = globs.get(glob) ?? new RegExp(`^${expressionOf(glob)}$`, 's');
  globs.set(glob, known);
  return known;
}

function expressionOf(glob: string): string {
  let depth = 0;
  return glob.replace(/\\(.)|\*+|\?|\[!?[^\]]*\]|[{},]|[.+^$()|[\]\\]/g, (found, escaped: string | undefined) => {
    if (escaped !== undefined) {
      return `\\${escaped}`;
    }
    if (found === '{') {
      depth += 1;
      return '(?:';
    }
    if (found === '}' && depth > 0) {
      depth -= 1;
      return ')';
    }
    if (found === ',') {
      return depth > 0 ? '|' : ',';
    }
    return found.startsWith('*')
      ? '.*'
      : found === '?'
        ? '.'
        : found.length > 1
          ? found.replace('[!', '[^').replaceAll('\\', '\\\\')
          : `\\${found}`;
  });
}

/** A kustomization as an Application changes it. */
interface ApplicationKustomization {
  readonly changed: CopiedFile;
  /** What the Application takes in beside, by absolute paths: kustomizations of components, and files of patches. */
  readonly components: readonly string[];
  readonly patches: readonly string[];
  /** Why it cannot be built as Argo CD would; absent where it can. */
  readonly obstacle?: string;
}

type Kustomization = Record<string, unknown>;
type Option = (kustomization: Kustomization, value: unknown, given: Readonly<Record<string, unknown>>) => void;

const set =
  (key: string): Option =>
  (kustomization, value) => {
    if (value !== '') {
      kustomization[key] = value;
    }
  };

const append =
  (key: string): Option =>
  (kustomization, value) => {
    kustomization[key] = [...list(kustomization[key]), ...list(value)];
  };

const nothing: Option = () => undefined;

/** Each option of an Application and what it does to the kustomization. Source: argo-cd v3.5 util/kustomize/kustomize.go Build. */
const OPTIONS: Readonly<Record<string, Option>> = {
  namePrefix: set('namePrefix'),
  nameSuffix: set('nameSuffix'),
  namespace: set('namespace'),
  patches: append('patches'),
  components: append('components'),
  images: (kustomization, value) => {
    for (const text of list(value)) {
      const image = imageOf(asText(text));
      kustomization.images = [...list(kustomization.images).filter((each) => nameIn(each) !== image.name), image];
    }
  },
  replicas: (kustomization, value) => {
    for (const { name, count } of list(value).filter(isMap)) {
      const others = list(kustomization.replicas).filter((each) => nameIn(each) !== name);
      kustomization.replicas = [...others, { name, count: asNumber(count) }];
    }
  },
  commonLabels: (kustomization, value, given) => {
    if (given.labelWithoutSelector === true) {
      const templates = given.labelIncludeTemplates === true ? { includeTemplates: true } : {};
      kustomization.labels = [...list(kustomization.labels), { pairs: value, includeSelectors: false, ...templates }];
    } else {
      kustomization.commonLabels = { ...map(kustomization.commonLabels), ...map(value) };
    }
  },
  commonAnnotations: (kustomization, value) => {
    kustomization.commonAnnotations = { ...map(kustomization.commonAnnotations), ...map(value) };
  },
  labelWithoutSelector: nothing,
  labelIncludeTemplates: nothing,
  forceCommonLabels: nothing,
  forceCommonAnnotations: nothing,
  commonAnnotationsEnvsubst: nothing,
  ignoreMissingComponents: nothing,
  kubeVersion: nothing,
  apiVersions: nothing,
};

/** A kustomization with the options of an Application put into it, as `kustomize edit` does for Argo CD. */
export function applicationKustomization(
  path: string,
  { kustomize = {}, words }: ApplicationSource,
  boundary: string,
): ApplicationKustomization {
  const [read] = [...readYaml(readTextOr(path, []))];
  const kustomization: Kustomization = read === undefined || isProblem(read) ? {} : { ...map(read.value) };
  const given =
    kustomize.commonAnnotationsEnvsubst === true ? { ...kustomize, ...replaced(kustomize, words) } : kustomize;
  for (const [key, value] of Object.entries(given)) {
    OPTIONS[key]?.(kustomization, value, given);
  }
  const at = (name: unknown) => (typeof name === 'string' ? [resolve(dirname(path), name)] : []);
  const wanted = list(kustomize.components).flatMap(at);
  const components = wanted.flatMap((folder) => kustomizationIn(folder) ?? []);
  const obstacles = [
    ...Object.keys(kustomize)
      .filter((key) => !Object.hasOwn(OPTIONS, key))
      .map((key) => `the Application has the option ${key}, which is not known here`),
    ...(components.length < wanted.length && kustomize.ignoreMissingComponents !== true
      ? ['a component of the Application is not here']
      : []),
  ];
  const [obstacle] = obstacles;
  return {
    changed: { to: relative(boundary, path), text: JSON.stringify(kustomization) },
    components,
    patches: list(kustomize.patches)
      .filter(isMap)
      .flatMap((patch) => at(patch.path)),
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

function replaced(kustomize: Readonly<Record<string, unknown>>, words: ApplicationSource['words']) {
  const annotations = Object.entries(map(kustomize.commonAnnotations));
  return {
    commonAnnotations: Object.fromEntries(annotations.map(([key, value]) => [key, substituted(asText(value), words)])),
  };
}

/** `nginx:1.2`, `nginx=registry/nginx@sha256:…`, as `kustomize edit set image` reads it. */
function imageOf(text: string): { readonly name: string } & Readonly<Record<string, string>> {
  const equals = text.indexOf('=');
  const [, image = '', tag, digest] = /^(.*?)(?::([^:/@]+))?(?:@(.+))?$/.exec(text.slice(equals + 1)) ?? [];
  const name = equals === -1 ? image : text.slice(0, equals);
  return {
    name,
    ...(image === name ? {} : { newName: image }),
    ...(tag === undefined ? {} : { newTag: tag }),
    ...(digest === undefined ? {} : { digest }),
  };
}

function nameIn(value: unknown): unknown {
  return isMap(value) ? value.name : undefined;
}

function map(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? value : {};
}

function list(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : [value].flat();
}
