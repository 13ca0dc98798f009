import { selectsLabels } from '../../kube/label-selector';
import { asText, deepCopy, isMap, type KubeObject, nonEmpty, own } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { isProblem, readYaml } from '../../kube/yaml/reader';
import { RESOURCES_FINALIZER } from '../fleet/application';
import { executeTemplate, type TemplateOptions } from './go-template';
import { normalizedName, TemplateError } from './template-functions';

/** The Applications of an ApplicationSet, or why they are not known offline. */
type ExpandedSet = { readonly applications: readonly KubeObject[] } | { readonly why: string };

/**
 * Makes the Applications of an ApplicationSet as its controller does.
 *
 * Source: argo-cd v3.5 applicationset/utils/utils.go RenderTemplateParams, applicationset/controllers/template.
 */
export function expandSet(set: KubeObject, repository: RepositoryFiles): ExpandedSet {
  const spec = isMap(set.spec) ? set.spec : {};
  const isGo = spec.goTemplate === true;
  const options: TemplateOptions = {
    isStrict: [spec.goTemplateOptions].flat().includes('missingkey=error'),
  };
  const render = (value: unknown, parameters: Parameters): unknown =>
    rendered(value, (text) => (isGo ? executeTemplate(text, parameters, options) : replaced(text, parameters)));
  try {
    const all = generatedParameters(spec.generators, { isGo, repository, render });
    return {
      applications: all.map(({ parameters, template = {} }) =>
        applicationOf(merged(isMap(spec.template) ? spec.template : {}, template), parameters, { set, spec, render }),
      ),
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) {
      throw error;
    }
    return { why: error.message };
  }
}

interface Making {
  readonly set: KubeObject;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly render: (value: unknown, parameters: Parameters) => unknown;
}

function applicationOf(template: unknown, parameters: Parameters, { set, spec, render }: Making): KubeObject {
  const made = render(template, parameters) as Readonly<Record<string, unknown>>;
  const patched = typeof spec.templatePatch === 'string' ? patch(made, spec.templatePatch, parameters, render) : made;
  const metadata = isMap(patched.metadata) ? patched.metadata : {};
  const policy = isMap(spec.syncPolicy) ? spec.syncPolicy : {};
  const own = nonEmpty(Array.isArray(metadata.finalizers) ? (metadata.finalizers as string[]) : undefined);
  const finalizers = own ?? (policy.preserveResourcesOnDeletion === true ? undefined : [RESOURCES_FINALIZER]);
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      ...metadata,
      name: asText(metadata.name ?? ''),
      ...(isMap(set.metadata) && typeof set.metadata.namespace === 'string'
        ? { namespace: set.metadata.namespace }
        : {}),
      ...(finalizers === undefined ? {} : { finalizers }),
    },
    spec: patched.spec,
  } as unknown as KubeObject;
}

/** A patch is a text with templates, and replaces lists. */
function patch(
  template: Readonly<Record<string, unknown>>,
  written: string,
  parameters: Parameters,
  render: Making['render'],
): Readonly<Record<string, unknown>> {
  const [read] = readYaml(asText(render(written, parameters)));
  if (read === undefined) {
    return template;
  }
  if (isProblem(read) || !isMap(read.value)) {
    throw new TemplateError('its templatePatch does not come to a map');
  }
  return merged(template, read.value) as Readonly<Record<string, unknown>>;
}

/** One map over another; null takes away. */
function merged(under: unknown, over: unknown): unknown {
  if (!isMap(under) || !isMap(over)) {
    return deepCopy(over);
  }
  const result: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    if (value === null) {
      delete result[key];
    } else {
      result[key] = merged(result[key], value);
    }
  }
  return result;
}

function rendered(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === 'string') {
    return value.includes('{{') ? text(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map((each) => rendered(each, text));
  }
  return isMap(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), rendered(each, text)]))
    : value;
}

/** `{{name}}` without the templates of Go; a name that is not known stays. */
function replaced(text: string, parameters: Parameters): string {
  return text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? asText(parameters[name]) : whole,
  );
}

/** What a template is filled with. */
type Parameters = Readonly<Record<string, unknown>>;

/** The files of a repository, as far as generators ask for them. */
export interface RepositoryFiles {
  /** Paths below the root, with slashes. */
  readonly paths: readonly string[];
  readonly textOf: (path: string) => string;
  /** Secrets by which Argo CD knows clusters; none where they are not in the repository. */
  readonly clusters: readonly KubeObject[];
}

/** Parameters of one Application, with what its generator puts over the template. */
interface Generated {
  readonly parameters: Parameters;
  readonly template?: unknown;
}

interface Generating {
  readonly isGo: boolean;
  readonly repository: RepositoryFiles;
  readonly render: (value: unknown, parameters: Parameters) => unknown;
}

type Generator = (written: Parameters, generating: Generating) => Parameters[];

const GENERATORS: Readonly<Record<string, Generator>> = {
  list: ofList,
  git: ofGit,
  clusters: ofClusters,
  matrix: ofMatrix,
  merge: ofMerge,
};

/**
 * The parameters of all generators, one after the other.
 *
 * @throws TemplateError where one asks for what is not in the repository
 */
function generatedParameters(generators: unknown, generating: Generating): Generated[] {
  return (Array.isArray(generators) ? generators : []).filter(isMap).flatMap((written) => {
    const { selector, ...kinds } = written;
    const [name = ''] = Object.keys(kinds);
    const generator = own(GENERATORS, name);
    const body = kinds[name];
    if (generator === undefined) {
      throw new TemplateError(`its generator ${name} asks what is not in the repository`);
    }
    const template = isMap(body) ? body.template : undefined;
    return generator(isMap(body) ? body : {}, generating)
      .filter((parameters) => selector === undefined || selectsLabels(selector, flat(parameters)))
      .map((parameters) => ({ parameters, ...(template === undefined ? {} : { template }) }));
  });
}

/** Keys joined by dots, as templates without Go, and selectors, name them. */
function flat(value: unknown, above = ''): Record<string, string> {
  const entries = Array.isArray(value)
    ? value.map((each, i) => [String(i), each] as const)
    : Object.entries(value ?? {});
  return Object.assign(
    {},
    ...entries.map(([key, each]) => {
      const name = above === '' ? key : `${above}.${key}`;
      return isMap(each) || Array.isArray(each) ? flat(each, name) : { [name]: asText(each ?? '') };
    }),
  ) as Record<string, string>;
}

/** Parameters as the templates of the set take them. */
function shaped(parameters: Parameters, { isGo }: Generating): Parameters {
  return isGo ? parameters : flat(parameters);
}

/** With the `values` of a generator, in which its parameters may stand. */
function withValues(parameters: Parameters, values: unknown, generating: Generating): Parameters {
  if (!isMap(values)) {
    return parameters;
  }
  const filled = generating.render(values, parameters);
  return generating.isGo ? { ...parameters, values: filled } : { ...parameters, ...flat(filled, 'values') };
}

function ofList({ elements, elementsYaml }: Parameters, generating: Generating): Parameters[] {
  const read = typeof elementsYaml === 'string' ? yamlOf(elementsYaml) : [];
  return [...(Array.isArray(elements) ? elements : []), ...(Array.isArray(read) ? read : [])]
    .filter(isMap)
    .map((element) => shaped(element, generating));
}

function ofGit(written: Parameters, generating: Generating): Parameters[] {
  const { directories, files, values, pathParamPrefix: prefix } = written;
  const under = (parameters: Parameters): Parameters => {
    const named =
      typeof prefix === 'string' && prefix !== '' ? prefixed(parameters, prefix, generating.isGo) : parameters;
    return withValues(named, values, generating);
  };
  const { paths, textOf } = generating.repository;
  if (Array.isArray(directories)) {
    const all = new Set(paths.flatMap((path) => foldersOf(path)));
    return matching([...all].sort(), directories).map((path) => under(pathParameters(path, generating)));
  }
  return matching([...paths].sort(), Array.isArray(files) ? files : []).flatMap((path) => {
    const content = yamlOf(textOf(path));
    const folder = path.split('/').slice(0, -1).join('/');
    const filename = path.split('/').at(-1)!;
    const at = pathParameters(folder, generating, filename);
    return [content].flat().map((each) => under({ ...shaped(isMap(each) ? each : {}, generating), ...at }));
  });
}

function foldersOf(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  // Hidden folders are skipped: argo-cd reposerver/repository/repository.go GetGitDirectories.
  return steps.some((step) => step.startsWith('.')) ? [] : steps.map((_, i) => steps.slice(0, i + 1).join('/'));
}

function matching(paths: readonly string[], patterns: readonly unknown[]): string[] {
  const rows = patterns.filter(isMap).map(({ path, exclude }) => ({
    pattern: globOf(asText(path ?? '')),
    isExcluded: exclude === true,
  }));
  return paths.filter(
    (path) =>
      rows.some(({ pattern, isExcluded }) => !isExcluded && pattern.test(path)) &&
      !rows.some(({ pattern, isExcluded }) => isExcluded && pattern.test(path)),
  );
}

function globOf(glob: string): RegExp {
  const text = glob
    .replace(/^\.?\//, '')
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (star) =>
      star === '**/' ? '(?:[^/]+/)*' : star === '**' ? '.*' : star === '*' ? '[^/]*' : '[^/]',
    );
  return new RegExp(`^${text}$`);
}

function pathParameters(path: string, { isGo }: Generating, filename?: string): Parameters {
  const segments = path.split('/');
  const basename = segments.at(-1)!;
  const names = {
    basename,
    basenameNormalized: normalizedName(basename),
    ...(filename === undefined ? {} : { filename, filenameNormalized: normalizedName(filename) }),
  };
  return isGo
    ? { path: { path, segments, ...names } }
    : {
        path,
        ...Object.fromEntries(Object.entries(names).map(([key, value]) => [`path.${key}`, value])),
        ...Object.fromEntries(segments.map((segment, i) => [`path[${i}]`, segment])),
      };
}

function prefixed(parameters: Parameters, prefix: string, isGo: boolean): Parameters {
  const { path, ...rest } = parameters;
  return isGo
    ? { ...rest, [prefix]: { path } }
    : Object.fromEntries(
        Object.entries(parameters).map(([key, value]) => [/^path($|[.[])/.test(key) ? `${prefix}.${key}` : key, value]),
      );
}

/** Clusters are Secrets of Argo CD; that which it runs in has none unless it was renamed. */
function ofClusters({ selector, values, flatList }: Parameters, generating: Generating): Parameters[] {
  const { clusters } = generating.repository;
  if (clusters.length === 0 || flatList === true) {
    throw new TemplateError('its generator asks for the clusters of Argo CD, whose Secrets are not in the repository');
  }
  const textIn = (secret: KubeObject, key: string) => {
    const [plain, encoded] = [valueAt(secret, `stringData.${key}`), valueAt(secret, `data.${key}`)];
    return plain === undefined ? decoded(asText(encoded ?? '')) : asText(plain);
  };
  const isEveryone = !isMap(selector) || Object.keys(selector).length === 0;
  const known = clusters.map((secret) => {
    const metadata: Parameters = isMap(secret.metadata) ? (secret.metadata as Parameters) : {};
    const [name, server] = [textIn(secret, 'name'), textIn(secret, 'server')];
    const [labels, annotations] = [metadata.labels ?? {}, metadata.annotations ?? {}];
    return {
      labels,
      parameters: { name, nameNormalized: normalizedName(name), server, metadata: { labels, annotations } },
    };
  });
  const chosen = known.filter(({ labels }) => isEveryone || selectsLabels(selector, labels as Record<string, string>));
  const isLocal = known.some(({ parameters }) => parameters.server === IN_CLUSTER);
  const local = { name: 'in-cluster', nameNormalized: 'in-cluster', server: IN_CLUSTER };
  return [...chosen.map(({ parameters }) => parameters), ...(isEveryone && !isLocal ? [local] : [])].map((parameters) =>
    withValues(shaped(parameters, generating), values, generating),
  );
}

const IN_CLUSTER = 'https://kubernetes.default.svc';

function decoded(value: string): string {
  try {
    return atob(value);
  } catch {
    return '';
  }
}

/** Each of the first with each of the second, which may name what the first gives. */
function ofMatrix({ generators }: Parameters, generating: Generating): Parameters[] {
  const [first, second, ...more] = Array.isArray(generators) ? (generators as unknown[]) : [];
  if (first === undefined || second === undefined || more.length > 0) {
    throw new TemplateError('its matrix does not have two generators');
  }
  return generatedParameters([first], generating).flatMap(({ parameters }) =>
    generatedParameters([generating.render(second, parameters)], generating).map((other) => ({
      ...parameters,
      ...other.parameters,
    })),
  );
}

/** What the first gives, with what the others say of the same keys. */
function ofMerge({ generators, mergeKeys }: Parameters, generating: Generating): Parameters[] {
  const keys = (Array.isArray(mergeKeys) ? mergeKeys : []).map(asText);
  const keyOf = (parameters: Parameters) => {
    const named = flat(parameters);
    return JSON.stringify(keys.map((key) => named[key]));
  };
  const [first, ...others] = (Array.isArray(generators) ? generators : []).map((each) =>
    generatedParameters([each], generating).map(({ parameters }) => parameters),
  );
  return (first ?? []).map(
    (base) =>
      Object.assign({}, base, ...others.map((side) => side.find((each) => keyOf(each) === keyOf(base)))) as Parameters,
  );
}

function yamlOf(text: string): unknown {
  const [read] = readYaml(text);
  if (read !== undefined && isProblem(read)) {
    throw new TemplateError('a file of its generator cannot be read');
  }
  return read?.value;
}
