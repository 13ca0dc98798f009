import type { KubeObject } from '../../kube/object';

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
