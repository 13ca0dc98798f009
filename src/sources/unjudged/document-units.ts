import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { subjectText } from '../../findings/text';
import { findingObject, itemsOf } from '../../kube/identity';
import { asText, isMap } from '../../kube/object';
import { isProblem, readYaml } from '../../kube/yaml/reader';
import { isObject, isPlatform } from '../host/manifest-files';
import { isFolder } from '../host/open-text';
import { kustomizationIn, readKustomization } from '../kustomize';
import { deploymentOf, MAY_DEPLOY } from './of-files';
import { contentPrint, textPrint, type Unit, valuePrint } from './unit';

/** A pointer of Git LFS, with the digest of what it stands for. */
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})/;

/** A file that was read. */
interface ReadFile {
  readonly path: string;
  readonly text: string;
  /** Its documents, as they are split. */
  readonly parts: readonly string[];
}

/**
 * Parts of a file that are not judged, although they may concern a cluster: data that is no object, platforms, templates,
 * and what Argo CD or Flux would render.
 *
 * What looks like plain objects is not read for this.
 */
export function documentUnits({ path, text, parts }: ReadFile, asked: string): Unit[] {
  const key = relative(asked, path);
  const unit = (sort: Unit['sort'], print: () => string, more: Partial<Unit> = {}): Unit => {
    return { sort, key, path, prints: () => new Map([['', print()]]), ...more };
  };
  if (LFS_POINTER.test(text)) {
    return [unit('lfs-pointer', () => LFS_POINTER.exec(text)?.[1] ?? '')];
  }
  if (YTT.test(text)) {
    return [unit('template', () => textPrint(text, 'template'))];
  }
  const units: Unit[] = [];
  const values: unknown[] = [];
  for (const value of parts.filter(mayBeMore).flatMap(valuesOf)) {
    if (isPlatform(value)) {
      units.push(unit('platform', () => valuePrint(value), { key: `${key}#${nameOf(value)}` }));
    } else if (isObject(value)) {
      const deployment = deploymentOf(value, asked);
      const name = subjectText(findingObject(value));
      if (deployment !== undefined) {
        const quiet = deployment.isPlain ? { isQuiet: true as const } : {};
        const source = () => new Map([['', valuePrint(deployment.source)]]);
        units.push(unit('application', () => valuePrint(deployment.from), { key: name, name, source, ...quiet }));
      }
    } else if (!isOwnDocument(value) && !isToolFile(key.split(sep).join('/'))) {
      values.push(value);
    }
  }
  return values.length === 0 ? units : [...units, unit(sortOf(key, values), () => valuePrint(values))];
}

/** ytt hides its templates in comments: what is read without them is something else. */
const YTT = /^\s*#@|:\s+#@/m;

const API_VERSION = /^["']?apiVersion["']?[ \t]*:/m;
const KIND = /^["']?kind["']?[ \t]*:/m;
const PART = /^["']?(?:metadata|spec|data|stringData)["']?[ \t]*:/m;
const SPECIAL = /polyvirt\.io\/|kustomize\.config\.k8s\.io/;

/** Whether a document has to be read to know that it is nothing but an object. */
function mayBeMore(text: string): boolean {
  return !API_VERSION.test(text) || !KIND.test(text) || !PART.test(text) || SPECIAL.test(text) || MAY_DEPLOY.test(text);
}

function valuesOf(text: string): unknown[] {
  // What cannot be read is said by who reads it as objects.
  return [...readYaml(text)].flatMap((read) => (isProblem(read) ? [] : itemsOf(read.value).map(({ value }) => value)));
}

/** What data is, as far as its name and its keys tell. */
export function sortOf(path: string, values: readonly unknown[]): Unit['sort'] {
  return values.some((value) => isMap(value) && isMap(value.sops))
    ? 'encrypted'
    : /values/i.test(path)
      ? 'helm-values'
      : 'data';
}

function nameOf(value: unknown): string {
  return isMap(value) && isMap(value.metadata) ? asText(value.metadata.name) : '';
}

/**
 * A kustomization with its patches and other parts. Resources count where they are judged nowhere else: outside of the
 * folder that was asked for.
 */
export function kustomizationUnit(path: string, asked: string): Unit {
  return {
    sort: 'kustomization',
    key: relative(asked, path),
    path,
    parts: readKustomization(path).parts,
    prints: () => printsOf(resolve(path), resolve(asked)),
  };
}

function printsOf(path: string, asked: string): Map<string, string> {
  const prints = new Map<string, string>();
  const take = (file: string) => prints.set(relative(dirname(path), file), contentPrint(file));
  const seen = new Set<string>();
  const visit = (kustomization: string) => {
    if (seen.has(kustomization)) {
      return;
    }
    seen.add(kustomization);
    take(kustomization);
    const { resources, parts } = readKustomization(kustomization);
    for (const part of parts) {
      filesAt(part).forEach(take);
    }
    for (const resource of resources.filter((each) => !isInside(each, asked))) {
      const other = kustomizationIn(resource);
      if (other === undefined) {
        filesAt(resource).forEach(take);
      } else {
        visit(other);
      }
    }
  };
  visit(path);
  return prints;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** A file itself; of a folder the files in it. */
function filesAt(path: string): string[] {
  if (!isFolder(path)) {
    return [path];
  }
  return readdirSync(path)
    .map((name) => join(path, name))
    .filter((each) => !isFolder(each));
}

/** Files of tools for developers, which nothing on a cluster comes from. */
const NAMES = new Set([
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'biome.json',
  'biome.jsonc',
  'deno.json',
  'nx.json',
  'lerna.json',
  'turbo.json',
  'composer.json',
  'jest.config.json',
  'renovate.json',
  'mkdocs.yml',
  'mkdocs.yaml',
  'antora.yml',
  'catalog-info.yaml',
  'codecov.yml',
  'dependabot.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'cloudbuild.yaml',
  'buildspec.yml',
  'appveyor.yml',
  'docker-compose.yml',
  'docker-compose.yaml',
  'compose.yml',
  'compose.yaml',
  'taskfile.yml',
  'taskfile.yaml',
  'readthedocs.yml',
  'lefthook.yml',
  'commitlint.config.json',
  'release-please-config.json',
  'ct.yaml',
  'galaxy.yml',
]);

const PATTERNS = [
  /^tsconfig(\..+)?\.json$/,
  /\.schema\.json$/,
  /^docker-compose\..+\.ya?ml$/,
  /^(jsconfig|angular)\.json$/,
];

/** Folders whose data is for people or for the forge. */
const FOLDERS = /(^|\/)(docs?|documentation)\//i;

/** Hidden files are for tools, but for those by which Argo CD and kluctl change what is deployed. */
const HIDDEN = /(^|\/)\.(?!\.?(\/|$))/;
const DEPLOYING = /(^|\/)\.(argocd-source[^/]*|kluctl(-library)?)\.ya?ml$/i;

/**
 * Whether data in a file is for something else than a cluster, as far as its name tells.
 *
 * @param path below the folder that was asked for, with slashes
 */
export function isToolFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return (
    !DEPLOYING.test(path) &&
    (HIDDEN.test(path) || NAMES.has(name) || FOLDERS.test(path) || PATTERNS.some((pattern) => pattern.test(name)))
  );
}

/** Whether a document is one of polyvirt's own: a policy, a review or a baseline that it wrote. */
export function isOwnDocument(value: unknown): boolean {
  return (
    isMap(value) &&
    (value.kind === 'ReviewPolicy' ||
      ('verdict' in value && 'changes' in value && 'folded' in value) ||
      (Array.isArray(value.findings) &&
        Object.keys(value).every((key) => ['findings', 'summary', 'notJudged'].includes(key))))
  );
}
