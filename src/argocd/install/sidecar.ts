import { hash } from '../../kube/hash';
import type { KubeObject } from '../../kube/object';
import { emitYaml } from '../../kube/yaml/emit';
import { HEADER } from '../../kube/yaml/files';

const CONFIG = '/home/argocd/cmp-server/config/plugin.yaml';
const POLICY_FOLDER = '/etc/polyvirt';
const CACHE = '/var/cache/polyvirt';

/** The user that the socket of a sidecar wants. Source: argoproj/argo-cd docs/operator-manual/config-management-plugins.md. */
const USER = 999;

/**
 * The container beside repo-server.
 *
 * @param anyUser on OpenShift the namespace decides the user, for all containers of a pod alike
 */
export function sidecar(options: InstallOptions, anyUser = false): Record<string, unknown> {
  return {
    name: 'polyvirt',
    image: options.image,
    // cmp-server waits for its own children only; tini buries what a killed render leaves behind.
    command: ['/usr/bin/tini', '--', '/var/run/argocd/argocd-cmp-server'],
    env: [
      { name: 'HOME', value: '/tmp' },
      { name: 'POLYVIRT_CACHE', value: `${CACHE}/answers` },
      { name: 'POLYVIRT_DEADLINE', value: String(deadlineS(options)) },
      { name: 'POLYVIRT_POLICY', value: `${POLICY_FOLDER}/policy.yaml` },
    ],
    resources: {
      requests: { cpu: '250m', memory: '256Mi', 'ephemeral-storage': '1Gi' },
      limits: { cpu: '2', memory: '2Gi', 'ephemeral-storage': '4Gi' },
    },
    securityContext: {
      runAsNonRoot: true,
      ...(anyUser ? {} : { runAsUser: USER, runAsGroup: USER }),
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      privileged: false,
      capabilities: { drop: ['ALL'] },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    volumeMounts: [
      // The program of cmp-server is shared with repo-server: this container must not change it.
      { name: 'var-files', mountPath: '/var/run/argocd', readOnly: true },
      { name: 'plugins', mountPath: '/home/argocd/cmp-server/plugins' },
      { name: 'polyvirt-plugin', mountPath: CONFIG, subPath: 'plugin.yaml', readOnly: true },
      // The whole folder: the kubelet never updates a file that is mounted by subPath, and each render reads the policy anew.
      { name: 'polyvirt-plugin', mountPath: POLICY_FOLDER, readOnly: true },
      // Of its own: repo-server has the checkouts of all repositories in its /tmp.
      { name: 'polyvirt-tmp', mountPath: '/tmp' },
      { name: 'polyvirt-cache', mountPath: CACHE },
    ],
  };
}

/** Mounts of the sidecar beside the volumes that repo-server has for it. */
export function sidecarVolumes(options: InstallOptions): Record<string, unknown>[] {
  return [
    { name: 'polyvirt-plugin', configMap: { name: configMapName(options) } },
    { name: 'polyvirt-tmp', emptyDir: { sizeLimit: '2Gi' } },
    { name: 'polyvirt-cache', emptyDir: { sizeLimit: '1Gi' } },
  ];
}

/**
 * Annotations of the pod of repo-server: another configuration makes new pods. cmp-server reads plugin.yaml once, and the name
 * of the ConfigMap changes with the version of polyvirt only.
 */
export function podAnnotations(options: InstallOptions): Record<string, string> {
  return { 'polyvirt.io/plugin-config': hash('sha256', JSON.stringify(pluginConfigMap(options).data)) };
}

/** For repo-server: it sends a repository in pieces of 1 KiB unless told otherwise. Source: argoproj/argo-cd v3.5.1 common/common.go. */
export const REPO_SERVER_ENV = [{ name: 'ARGOCD_CMP_CHUNK_SIZE', value: '65536' }];

/** Addresses of the machine itself and of the metadata service of clouds. */
const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'] as const;

/**
 * HTTPS, SSH and HTTP, then what servers for git use by default: SSH of Gitea and Forgejo in a pod, their web server, SSH of
 * Bitbucket, HTTPS in a pod without rights. A policy sees the port of the pod behind a Service, not that of the Service.
 */
const GIT_PORTS = [443, 22, 80, 2222, 3000, 7999, 8443];

/**
 * Where the pod of repo-server may connect to: names, redis, and git. Containers of a pod share its
 * network, so that this is for repo-server and the sidecar alike; who may connect to it is a policy of Argo CD's own.
 *
 * @param prefix of the names of Argo CD's parts, as `argocd`
 */
export function networkPolicy(prefix: string): KubeObject {
  const everywhere = [
    { ipBlock: { cidr: '0.0.0.0/0', except: [LINK_LOCAL[0]] } },
    { ipBlock: { cidr: '::/0', except: [LINK_LOCAL[1]] } },
  ];
  const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP', port }));
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: `${prefix}-repo-server-egress`, labels: { 'app.kubernetes.io/part-of': 'argocd' } },
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': `${prefix}-repo-server` } },
      policyTypes: ['Egress'],
      egress: [
        {
          // Everywhere: NodeLocal DNSCache answers on 169.254.20.10, and other resolvers run outside the cluster.
          ports: [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ protocol, port }))),
        },
        {
          to: [
            { podSelector: { matchLabels: { 'app.kubernetes.io/name': `${prefix}-redis` } } },
            { podSelector: { matchLabels: { 'app.kubernetes.io/name': `${prefix}-redis-ha-haproxy` } } },
          ],
          ports: tcp(6379),
        },
        { to: everywhere, ports: tcp(...GIT_PORTS) },
      ],
    },
  };
}

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
function configMapName({ version }: Pick<InstallOptions, 'version'>): string {
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

/** What an administrator decides about the plugin. */
export interface InstallOptions {
  /** Of polyvirt: it is in the name of the plugin, so that an upgrade renders anew. */
  readonly version: string;
  /** Image of the sidecar, which `Dockerfile` makes. */
  readonly image: string;
  /** Image that it is made from. */
  readonly base: string;
  /** All that is installed in it. */
  readonly packages: ImagePackages;
  /** What Argo CD allows one render, in seconds. */
  readonly timeoutS: number;
  /** Whether programs may run, in the wall; otherwise platforms in YAML only. */
  readonly programs: boolean;
  /** Whether Applications that name no plugin are asked whether they are for this one. */
  readonly discover: boolean;
  /** Namespace of Argo CD, where it has to be said. */
  readonly namespace: string;
  /** Name of the ArgoCD resource on OpenShift, with which everything of it begins. */
  readonly instance: string;
}

/** Packages of the image of the sidecar. */
interface ImagePackages {
  /** Exact versions by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** As a lock of npm has them, by path. */
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** polyvirt: a version, or a file beside the Dockerfile with its digest. */
  readonly own: { readonly range: string; readonly file?: string; readonly integrity?: string };
}

/** The release of Node that the image is made from: its digest is asked of a registry. */
export const USUAL_BASE = 'node:22.12.0-bookworm-slim';

/** What Argo CD gives up after unless told otherwise. Source: argoproj/argo-cd v3.5.1 docs/operator-manual/argocd-cmd-params-cm.yaml. */
export const USUAL_TIMEOUT_S = 60;

/** Time to send the repository, and to say what took too long, before Argo CD ends the plugin silently. */
const RESERVE_S = 15;

/** When the plugin gives up by itself. */
export function deadlineS({ timeoutS }: Pick<InstallOptions, 'timeoutS'>): number {
  return Math.max(timeoutS - RESERVE_S, Math.floor(timeoutS / 2));
}

/** The name by which an Application asks for this version. */
export function pluginName(version: string): string {
  return `polyvirt-v${version}`;
}
