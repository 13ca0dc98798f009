import { asText, isMap } from '../kube/object';
import type { GivenParameter } from './given';

/** The part of an Application that decides how a plugin is run. */
export interface ApplicationView {
  readonly name: string;
  readonly project: string;
  /** Namespace of its destination. */
  readonly namespace: string;
  readonly repoURL: string;
  readonly path: string;
  readonly targetRevision: string;
  /** Absent where the Application leaves it to discovery. */
  readonly plugin?: PluginView;
}

/** What an Application says to its plugin. */
interface PluginView {
  readonly name?: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** Nothing where there is no such list, which is another thing than an empty one. */
  readonly parameters: readonly GivenParameter[] | null;
}

/** What is known of the commit and the cluster. */
export interface Circumstances {
  readonly revision: string;
  readonly kubeVersion: string;
  readonly apiVersions: readonly string[];
}

/** Reads an Application; says what is missing where it is none. */
export function readApplication(value: unknown): ApplicationView | string {
  if (!isMap(value) || value.kind !== 'Application' || !asText(value.apiVersion).startsWith('argoproj.io/')) {
    return 'it is not an Application of argoproj.io';
  }
  const spec = isMap(value.spec) ? value.spec : {};
  const sources = (Array.isArray(spec.sources) ? spec.sources : [spec.source]).filter(isMap);
  const source = sources.find(({ plugin }) => isMap(plugin)) ?? sources[0];
  if (source === undefined) {
    return 'it has neither spec.source nor spec.sources';
  }
  if (holdsNul(value)) {
    return 'a text of it holds a NUL character, which no environment of a command can have';
  }
  const [metadata, destination] = [value.metadata, spec.destination].map((part) => (isMap(part) ? part : {}));
  return {
    name: textOf(metadata!.name),
    project: textOf(spec.project),
    namespace: textOf(destination!.namespace),
    repoURL: textOf(source.repoURL),
    path: textOf(source.path) || '.',
    targetRevision: textOf(source.targetRevision),
    ...(isMap(source.plugin) ? { plugin: pluginOf(source.plugin) } : {}),
  };
}

/** Reads what an Application says to its plugin. */
export function pluginOf(plugin: Readonly<Record<string, unknown>>): PluginView {
  const env = Array.isArray(plugin.env) ? plugin.env.filter(isMap) : [];
  return {
    ...(typeof plugin.name === 'string' ? { name: plugin.name } : {}),
    env: env.map(({ name, value }) => ({ name: textOf(name), value: textOf(value) })),
    parameters: Array.isArray(plugin.parameters) ? (plugin.parameters as GivenParameter[]) : null,
  };
}

/** What Argo CD adds to the environment of the commands, in its order: later ones win. */
export function pluginEnvironment(
  app: ApplicationView,
  known: Circumstances,
): (readonly [name: string, value: string])[] {
  const { revision } = known;
  const told: (readonly [string, string])[] = [
    ['ARGOCD_APP_NAME', app.name],
    ['ARGOCD_APP_NAMESPACE', app.namespace],
    ['ARGOCD_APP_PROJECT_NAME', app.project],
    ['ARGOCD_APP_REVISION', revision],
    ['ARGOCD_APP_REVISION_SHORT', revision.slice(0, 7)],
    ['ARGOCD_APP_REVISION_SHORT_8', revision.slice(0, 8)],
    ['ARGOCD_APP_SOURCE_REPO_URL', app.repoURL],
    ['ARGOCD_APP_SOURCE_PATH', app.path],
    ['ARGOCD_APP_SOURCE_TARGET_REVISION', app.targetRevision],
    ['KUBE_VERSION', known.kubeVersion],
    ['KUBE_API_VERSIONS', known.apiVersions.join(',')],
  ];
  if (app.plugin === undefined) {
    return told;
  }
  const values = Object.fromEntries(told);
  return [
    ...told,
    ...app.plugin.env.map(({ name, value }) => [`ARGOCD_ENV_${name}`, substituted(value, values)] as const),
    ['ARGOCD_APP_PARAMETERS', JSON.stringify(app.plugin.parameters)],
    ...(app.plugin.parameters ?? []).flatMap(parameterVariables),
  ];
}

/** `$NAME` and `${NAME}` as Go's os.Expand reads them; `$$` is a dollar sign. */
function substituted(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:\{([^}]*)\}|([A-Za-z_][A-Za-z0-9_]*)|(\$))/g, (_all, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '$';
    return name === '$' ? '$' : Object.hasOwn(values, name) ? values[name]! : '';
  });
}

function parameterVariables({ name, string, array, map }: GivenParameter): (readonly [string, string])[] {
  const base = `PARAM_${escaped(name)}`;
  return [
    ...(string === undefined ? [] : [[base, string] as const]),
    ...Object.entries(map ?? {}).map(([key, value]) => [`${base}_${escaped(key)}`, value] as const),
    ...(array ?? []).map((value, i) => [`${base}_${i}`, value] as const),
  ];
}

function escaped(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
}

function holdsNul(value: unknown): boolean {
  let found = false;
  JSON.stringify(value, (key, part) => {
    found ||= key.includes('\0') || (typeof part === 'string' && part.includes('\0'));
    return part;
  });
  return found;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
