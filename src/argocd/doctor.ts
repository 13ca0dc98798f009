import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { addAll, asText, isMap, type KubeObject } from '../kube/object';
import { unversioned } from './fleet/application';
import { TAR_EXCLUSIONS } from './install/files';
import { USUAL_TIMEOUT_S } from './install/sidecar';

/** What a repository is to Applications. */
interface RenderedFolder {
  /** Folder of the platform, from the top of the repository. */
  readonly folder: string;
  /** What each cluster depends on, from the top. */
  readonly inputs: ReadonlyMap<string, readonly string[]>;
}

const GENERATE_PATHS = 'argocd.argoproj.io/manifest-generate-paths';
const TYPES = ['directory', 'helm', 'kustomize', 'plugin', 'chart'];

/** What is wrong with how an Application, or an ApplicationSet's template, is rendered. */
export function checkApplication(object: KubeObject, { folder, inputs }: RenderedFolder): Finding[] {
  const template = object.kind === 'ApplicationSet' ? mapOf(mapOf(object.spec).template) : object;
  const spec = mapOf(template.spec);
  const sources = Array.isArray(spec.sources) ? spec.sources.filter(isMap) : [spec.source].filter(isMap);
  const annotations = mapOf(mapOf(template.metadata).annotations);
  const paths = typeof annotations[GENERATE_PATHS] === 'string' ? annotations[GENERATE_PATHS] : undefined;
  const about = (finding: Finding): Finding => ({ ...finding, object: findingObject(object) });
  return sources.flatMap((source, i) => {
    const at = Array.isArray(spec.sources) ? `spec.sources[${i}]` : 'spec.source';
    const plugin = isMap(source.plugin) ? source.plugin : undefined;
    const path = typeof source.path === 'string' ? normal(source.path) : '';
    return [
      ...(TYPES.some((type) => isSaid(source[type], type)) ? [] : [discovered(at)]),
      ...(typeof plugin?.name === 'string' && plugin.name !== '' && !/-v?\d/.test(plugin.name)
        ? [unversioned(plugin.name)]
        : []),
      ...(paths === undefined ? [unlimited()] : []),
      ...(paths !== undefined && plugin !== undefined && path === normal(folder)
        ? missingPaths(paths, path, clusterInputs(plugin, inputs))
        : []),
    ].map(about);
  });
}

/** An empty directory is taken for none. */
function isSaid(value: unknown, type: string): boolean {
  return type === 'directory' ? isMap(value) && Object.keys(value).length > 0 : value !== undefined && value !== '';
}

/** Inputs of the requested cluster; all of them where that cannot be known. */
function clusterInputs(plugin: Readonly<Record<string, unknown>>, inputs: RenderedFolder['inputs']): readonly string[] {
  const parameters = Array.isArray(plugin.parameters) ? plugin.parameters.filter(isMap) : [];
  const cluster = parameters.find(({ name }) => name === 'cluster')?.string;
  return inputs.get(asText(cluster)) ?? [...new Set([...inputs.values()].flat())];
}

function missingPaths(text: string, path: string, needed: readonly string[]): Finding[] {
  const covered = text
    .split(';')
    .filter((each) => each !== '')
    .map((each) => normal(each.startsWith('/') ? each : `${path}/${each}`));
  const missing = needed.filter((file) => !covered.some((each) => covers(each, file)));
  return missing.length === 0
    ? []
    : [
        {
          code: 'PV718',
          severity: 'error',
          path: `metadata.annotations["${GENERATE_PATHS}"]`,
          what: `it lacks ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}`,
          why: 'A change there triggers no render: the cluster keeps the old objects until something else changes',
          fix: `add ${missing.map((file) => `/${file}`).join(';')}, or take what polyvirt argocd applications --plugin prints`,
          source: 'argoproj/argo-cd v3.5.1 docs/operator-manual/high_availability.md',
        },
      ];
}

/** Whether a change of a file is noticed by a path: the file itself, a folder around it, or a pattern of Go. */
function covers(path: string, file: string): boolean {
  if (path === '' || file === path || file.startsWith(`${path}/`)) {
    return true;
  }
  const pattern = path
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
    .replace(/\?/g, '[^/]');
  try {
    return /[*?[]/.test(path) && new RegExp(`^${pattern}$`).test(file);
  } catch {
    return false;
  }
}

/** `a/../b/./c/` as `b/c`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  return parts.join('/');
}

function unlimited(): Finding {
  return {
    code: 'PV718',
    severity: 'warning',
    path: `metadata.annotations["${GENERATE_PATHS}"]`,
    what: 'it does not list the paths it depends on',
    why: 'Every commit renders it again, whatever it changes: with a thousand Applications, a thousand renders',
    fix: 'add the annotation: "." for what is committed, or what polyvirt argocd applications --plugin prints',
    source: 'argoproj/argo-cd v3.5.1 docs/operator-manual/high_availability.md',
  };
}

function discovered(path: string): Finding {
  return {
    code: 'PV720',
    severity: 'warning',
    path,
    what: 'it does not set a source type',
    why: 'Argo CD sends the repository to every plugin with discovery, and if one fails treats the files as plain YAML',
    fix:
      'write directory: { recurse: true } for what is committed, or plugin: { name } for what is rendered; an empty ' +
      'directory counts as none',
    source: 'argoproj/argo-cd v3.5.1 util/argo/argo.go, util/app/discovery/discovery.go',
  };
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? value : {};
}

/** A file of a repository. */
export interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

/** What is sent to a plugin for each render, and what of it is not needed. */
export interface RepositorySize {
  readonly files: number;
  readonly bytes: number;
  /** Of that, the history of git, which is sent too unless it is excluded. */
  readonly historyBytes: number;
  /** What to exclude, the largest first. */
  readonly exclude: readonly { readonly pattern: string; readonly bytes: number }[];
}

/** Larger than these are worth a word. */
const LARGE_BYTES = 50e6;
const MANY_FILES = 10_000;
/** Smaller ones are not worth a pattern. */
const WORTH_BYTES = 1e6;

/** Weighs a repository. A folder at its top is needed where a render reads any file of it. */
export function weighRepository(
  files: readonly SizedFile[],
  historyBytes: number,
  needed: readonly string[],
): RepositorySize {
  const isNeeded = new Set(needed.map(topOf));
  const tops = new Map<string, number>();
  for (const { path, bytes } of files) {
    if (path.includes('/')) {
      tops.set(topOf(path), (tops.get(topOf(path)) ?? 0) + bytes);
    }
  }
  const spare = [...tops].filter(([top, bytes]) => !isNeeded.has(top) && bytes >= WORTH_BYTES);
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, historyBytes),
    historyBytes,
    exclude: [...(historyBytes >= WORTH_BYTES ? [['.git', historyBytes] as const] : []), ...spare]
      .map(([pattern, bytes]) => ({ pattern, bytes }))
      .sort((a, b) => b.bytes - a.bytes),
  };
}

function topOf(path: string): string {
  return path.split('/')[0]!;
}

/** What is wrong with the size of a repository. */
export function checkRepository({ files, bytes, exclude }: RepositorySize): Finding[] {
  const left = bytes - exclude.reduce((sum, each) => sum + each.bytes, 0);
  if (bytes < LARGE_BYTES && files < MANY_FILES) {
    return [];
  }
  const patterns = [...new Set([...exclude.map(({ pattern }) => pattern), ...TAR_EXCLUSIONS])];
  return [
    {
      code: 'PV717',
      severity: 'warning',
      path: 'reposerver.plugin.tar.exclusions',
      what: `${files} files (${megabytes(bytes)}) are sent to the plugin for each render of each Application`,
      why: 'Sending counts towards the time limit of a render, for every Application',
      fix:
        left < bytes / 2
          ? `exclude ${exclude.map(({ pattern }) => pattern).join(', ')}, which leaves ${megabytes(left)}: ` +
            `"${patterns.join(';')}" in argocd-cmd-params-cm, where no other plugin needs them`
          : 'put the platforms into a repository of their own, or commit what polyvirt synth writes and use no plugin',
      source: 'argoproj/argo-cd v3.5.1 util/cmp/stream.go',
    },
  ];
}

/** A size as people say it. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What an installation of Argo CD says of time, as far as its files are at hand. */
interface Timeouts {
  readonly controllerS?: number;
  readonly serverS?: number;
  /** When the plugin gives up by itself. */
  readonly deadlineS?: number;
  /** ARGOCD_EXEC_TIMEOUT of a container that runs cmp-server. */
  readonly execTimeout?: string;
  /** ARGOCD_GRPC_MAX_SIZE_MB by container. */
  readonly messageSizes: readonly (readonly [container: string, megabytes: string])[];
}

const CONTROLLER = 'controller.repo.server.timeout.seconds';
const SERVER = 'server.repo.server.timeout.seconds';
const USUAL_DEADLINE_S = 45;

/** Looks for what the objects of an installation say: plain, as values of the Helm chart, or as an ArgoCD resource. */
export function timeoutsIn(objects: readonly unknown[]): Timeouts {
  const found: { -readonly [K in keyof Timeouts]?: Timeouts[K] | undefined } = {};
  const sizes = new Map<string, string>();
  for (const object of objects) {
    walk(object, (map) => {
      found.controllerS ??= secondsIn(map[CONTROLLER]);
      found.serverS ??= secondsIn(map[SERVER]);
      const { name, env, command } = map;
      for (const { name: variable, value } of Array.isArray(env) ? env.filter(isMap) : []) {
        if (variable === 'POLYVIRT_DEADLINE') {
          found.deadlineS ??= secondsIn(value);
        }
        if (variable === 'ARGOCD_EXEC_TIMEOUT' && JSON.stringify(command ?? '').includes('cmp-server')) {
          found.execTimeout ??= asText(value);
        }
        if (variable === 'ARGOCD_GRPC_MAX_SIZE_MB') {
          sizes.set(asText(name), asText(value));
        }
      }
    });
  }
  return withoutAbsent({ ...found, messageSizes: [...sizes] });
}

function withoutAbsent(timeouts: { readonly [K in keyof Timeouts]?: Timeouts[K] | undefined }): Timeouts {
  return Object.fromEntries(Object.entries(timeouts).filter(([, value]) => value !== undefined)) as unknown as Timeouts;
}

function walk(value: unknown, visit: (map: Readonly<Record<string, unknown>>) => void): void {
  const stack = [value];
  while (stack.length > 0) {
    const each = stack.pop();
    if (Array.isArray(each)) {
      addAll(stack, each);
    } else if (isMap(each)) {
      visit(each);
      addAll(stack, Object.values(each));
    }
  }
}

function secondsIn(value: unknown): number | undefined {
  const seconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** What one render may take. */
export function allowedS({ controllerS, serverS }: Timeouts): number {
  return Math.min(controllerS ?? USUAL_TIMEOUT_S, serverS ?? USUAL_TIMEOUT_S);
}

/** What does not belong together. */
export function checkTimeouts(timeouts: Timeouts): Finding[] {
  const { controllerS = USUAL_TIMEOUT_S, serverS = USUAL_TIMEOUT_S, deadlineS, execTimeout, messageSizes } = timeouts;
  const allowed = allowedS(timeouts);
  const different = new Set(messageSizes.map(([, size]) => size)).size > 1;
  return [
    ...(controllerS === serverS
      ? []
      : [
          belongs(
            'argocd-cmd-params-cm',
            `${CONTROLLER} is ${controllerS}, ${SERVER} is ${serverS}`,
            'An Application syncs and cannot be shown, or the other way round',
            `set both to ${Math.max(controllerS, serverS)}`,
          ),
        ]),
    ...((deadlineS ?? USUAL_DEADLINE_S) < allowed
      ? []
      : [
          belongs(
            'POLYVIRT_DEADLINE',
            `the plugin gives up after ${deadlineS ?? USUAL_DEADLINE_S} s, and Argo CD after ${allowed} s`,
            'Argo CD ends the plugin before it can say what took so long',
            'leave 15 s between them: polyvirt argocd install --timeout sets all of them',
          ),
        ]),
    ...(execTimeout === undefined
      ? []
      : [
          belongs(
            'ARGOCD_EXEC_TIMEOUT',
            `it is ${execTimeout} in the sidecar`,
            'It does nothing for plugins, whatever the documentation says: the time of the caller is what counts',
            `remove it, and set ${CONTROLLER} and ${SERVER}`,
          ),
        ]),
    ...(different
      ? [
          belongs(
            'ARGOCD_GRPC_MAX_SIZE_MB',
            `it is ${messageSizes.map(([container, size]) => `${size} in ${container}`).join(', ')}`,
            'The smallest one decides, and the others wait for an answer that never comes through',
            'set the same in the sidecar, in repo-server and in the application controller',
          ),
        ]
      : []),
  ];
}

function belongs(path: string, what: string, why: string, fix: string): Finding {
  return {
    code: 'PV719',
    severity: 'error',
    path,
    what,
    why,
    fix,
    source: 'argoproj/argo-cd v3.5.1 docs/operator-manual/argocd-cmd-params-cm.yaml, cmpserver/plugin/plugin.go',
  };
}

/** Whether an object tells of an installation of Argo CD. */
export function tellsOfInstallation(value: unknown): boolean {
  const { kind, metadata, repoServer, configs } = (isMap(value) ? value : {}) as Partial<KubeObject>;
  const name = isMap(metadata) ? String(metadata.name) : '';
  return (
    (kind === 'ConfigMap' && name === 'argocd-cmd-params-cm') ||
    (['Deployment', 'StatefulSet'].includes(String(kind)) && name.includes('argocd-')) ||
    kind === 'ArgoCD' ||
    (kind === undefined && (isMap(repoServer) || isMap(configs)))
  );
}
