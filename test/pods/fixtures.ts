import { amountOf } from '../../src/pods/node-state';
import { type PodView, podView, schedulingOf } from '../../src/pods/pod-view';
import type { Workload } from '../../src/pods/workload';
import type { ClusterNode } from '../../src/target/node';
import { exportedNode } from '../node';

/** An exported node of 4 CPUs and 8 Gi. */
export const node = (name: string, { labels, ...part }: Partial<ClusterNode> = {}): ClusterNode =>
  exportedNode(
    name,
    'amd64',
    { 'kubernetes.io/hostname': name, ...labels },
    { allocatable: { cpu: '4', memory: '8Gi', pods: '110' }, ...part },
  );

/** A workload whose pod has this spec. */
export const workload = (
  name: string,
  spec: object = {},
  requests: Record<string, string> = {},
  labels: Record<string, string> = {},
): Workload & { readonly pod: PodView } => ({
  kind: 'VirtualMachine',
  namespace: 'shop',
  name,
  pod: podView(
    {
      name,
      namespace: 'shop',
      labels,
      requests: Object.fromEntries(
        Object.entries(requests).map(([resource, amount]) => [resource, amountOf(resource, amount)!]),
      ),
    },
    schedulingOf(spec as Record<string, unknown>, { namespace: 'shop', labels }),
  ),
});
