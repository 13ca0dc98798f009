import { hash } from '../../kube/hash';
import type { KubeObject } from '../../kube/object';
import { deadlineS, type InstallOptions } from './options';
import { configMapName, pluginConfigMap } from './plugin';

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
