import type { Finding } from '../../findings/finding';
import { findingObject } from '../../kube/identity';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { unversioned } from '../fleet/application';

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
