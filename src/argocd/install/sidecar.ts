import type { KubeObject } from '../../kube/object';
import { deadlineS, type InstallOptions } from './options';
import { configMapName } from './plugin';

const CONFIG = '/home/argocd/cmp-server/config/plugin.yaml';
const POLICY = '/etc/polyvirt/policy.yaml';
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
      { name: 'POLYVIRT_POLICY', value: POLICY },
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
      { name: 'polyvirt-plugin', mountPath: POLICY, subPath: 'policy.yaml', readOnly: true },
      // Of its own: repo-server has the checkouts of all repositories in its /tmp.
      { name: 'polyvirt-tmp', mountPath: '/tmp' },
      { name: 'polyvirt-cache', mountPath: CACHE },
    ],
  };
}

/** What the sidecar mounts beside the volumes that repo-server has for it. */
export function sidecarVolumes(options: InstallOptions): Record<string, unknown>[] {
  return [
    { name: 'polyvirt-plugin', configMap: { name: configMapName(options) } },
    { name: 'polyvirt-tmp', emptyDir: { sizeLimit: '2Gi' } },
    { name: 'polyvirt-cache', emptyDir: { sizeLimit: '1Gi' } },
  ];
}

/** For repo-server: it sends a repository in pieces of 1 KiB unless told otherwise. Source: argoproj/argo-cd v3.5.1 common/common.go. */
export const REPO_SERVER_ENV = [{ name: 'ARGOCD_CMP_CHUNK_SIZE', value: '65536' }];

/** Addresses of the machine itself and of the metadata service of clouds. */
const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'] as const;

/**
 * Where the pod of repo-server may connect to: names, redis, and git by HTTPS or SSH. Containers of a pod share its
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
          to: [{ namespaceSelector: {} }],
          ports: [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ protocol, port }))),
        },
        {
          to: [
            { podSelector: { matchLabels: { 'app.kubernetes.io/name': `${prefix}-redis` } } },
            { podSelector: { matchLabels: { 'app.kubernetes.io/name': `${prefix}-redis-ha-haproxy` } } },
          ],
          ports: tcp(6379),
        },
        { to: everywhere, ports: tcp(443, 22) },
      ],
    },
  };
}
