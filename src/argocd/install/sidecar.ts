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
