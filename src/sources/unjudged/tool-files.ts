import { isMap } from '../../kube/object';

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
