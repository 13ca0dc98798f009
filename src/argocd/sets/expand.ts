import { asText, deepCopy, isMap, type KubeObject, nonEmpty } from '../../kube/object';
import { isProblem, readYaml } from '../../kube/yaml/reader';
import { RESOURCES_FINALIZER } from '../resources-finalizer';
import { generatedParameters, type Parameters, type RepositoryFiles } from './generators';
import { executeTemplate, type TemplateOptions } from './go-template';
import { TemplateError } from './template-functions';

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
