import type { KubeObject } from '../../kube/object';
import { emitYaml } from '../../kube/yaml/emit';
import { HEADER } from '../../kube/yaml/files';
import { type InstallOptions, pluginName } from './options';

const NO_DISCOVERY = `# No discovery: with it, Argo CD sends every repository of every Application that names no plugin here just to ask, once
# more for each render, and takes one that this plugin cannot answer for as plain YAML. Applications name it instead:
#   plugin: { name: NAME }
`;

const DISCOVERY = `# Discovery: Argo CD now sends the repository of every Application that names no plugin here just to ask. Applications of
# plain YAML say directory: { recurse: true } to be left alone.
`;

const VERSIONED = `# The version is part of the name, and the name part of the key under which Argo CD keeps what was rendered: without it,
# another version of the plugin would change nothing for up to a day.
`;

/** `plugin.yaml` of the sidecar. */
function pluginConfig({ version, discover }: InstallOptions): string {
  const config = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ConfigManagementPlugin',
    metadata: { name: 'polyvirt' },
    spec: {
      version: `v${version}`,
      generate: { command: ['polyvirt', 'argocd', 'generate'] },
      parameters: { dynamic: { command: ['polyvirt', 'argocd', 'parameters'] } },
      ...(discover ? { discover: { fileName: './polyvirt.yaml' } } : {}),
      preserveFileMode: false,
      provideGitCreds: false,
    },
  };
  return `${VERSIONED}${discover ? DISCOVERY : NO_DISCOVERY.replace('NAME', pluginName(version))}${emitYaml(config)}`;
}

/** Limits on programs and output: the file that POLYVIRT_POLICY names. */
function pluginPolicy({ programs }: InstallOptions): string {
  return emitYaml({
    apiVersion: 'polyvirt.io/v1',
    kind: 'PluginPolicy',
    spec: { typescript: programs ? { heapMiB: 512 } : false },
  });
}

/** The ConfigMap of the sidecar. Its name has the version, so that another one makes new pods, and the old ones go on. */
export function pluginConfigMap(options: InstallOptions): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: configMapName(options), labels: { 'app.kubernetes.io/part-of': 'argocd' } },
    data: { 'plugin.yaml': pluginConfig(options), 'policy.yaml': pluginPolicy(options) },
  };
}

/** Dots are allowed in the name of a ConfigMap, and stay. */
export function configMapName({ version }: Pick<InstallOptions, 'version'>): string {
  return `${pluginName(version)}-plugin`;
}

/** A file of the installation: what it is for, then the object. */
export function installText(about: string, value: unknown): string {
  const comment = about
    .split('\n')
    .map((line) => (line === '' ? '#\n' : `# ${line}\n`))
    .join('');
  return `${HEADER}${comment}${emitYaml(value)}`;
}
