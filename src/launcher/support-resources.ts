import { type InstanceSpec, listAt } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { amountText, positiveAmount } from './amount';
import type { ClusterContext } from './context';
import { wantsEqualLimits } from './traits';

/** Containers beside the guest's, by what the KubeVirt resource calls them. */
export type SupportContainer = 'container-disk' | 'guest-console-log' | 'virtiofs' | 'sidecar';

/** Amounts by resource. */
export type Amounts = Readonly<Record<string, string>>;

/** What a container asks for, and whether that is KubeVirt's own or the cluster's choice. */
export interface SupportResources {
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly reason: string;
}

interface SupportRow {
  readonly type: SupportContainer;
  readonly requests: Amounts;
  readonly limits: Amounts;
  /** Instead, where requests and limits must be the same; the limits where absent. */
  readonly equal?: Amounts;
}

/** KubeVirt's own amounts. Ephemeral storage is never changed and never limited. */
export const SUPPORT_ROWS = {
  'container disk': {
    type: 'container-disk',
    requests: { cpu: '1m', memory: '1M' },
    limits: { cpu: '10m', memory: '40M' },
  },
  'container-disk-binary': {
    type: 'container-disk',
    requests: { cpu: '10m', memory: '1M' },
    limits: { cpu: '100m', memory: '40M' },
    equal: { cpu: '10m', memory: '40M' },
  },
  'guest-console-log': {
    type: 'guest-console-log',
    requests: { cpu: '5m', memory: '35M' },
    limits: { cpu: '15m', memory: '60M' },
  },
  virtiofs: {
    type: 'virtiofs',
    requests: { cpu: '10m', memory: '1M' },
    limits: { cpu: '100m', memory: '80M' },
  },
  'hook sidecar': { type: 'sidecar', requests: {}, limits: {}, equal: { cpu: '200m', memory: '64M' } },
} as const satisfies Record<string, SupportRow>;

/** What a container beside the guest's asks for: requests and limits are the same where the guest's must be. */
export function supportResources(
  name: keyof typeof SUPPORT_ROWS,
  spec: InstanceSpec,
  context: ClusterContext,
): SupportResources {
  const row: SupportRow = SUPPORT_ROWS[name];
  const told = { requests: toldBy(context, row.type, 'requests'), limits: toldBy(context, row.type, 'limits') };
  const own = Object.keys({ ...told.requests, ...told.limits }).length === 0;
  const by = own ? 'KubeVirt’s own' : 'supportContainerResources of the KubeVirt resource';
  if (wantsEqualLimits(spec)) {
    const both = { ...(row.equal ?? row.limits), ...told.limits };
    return { requests: both, limits: both, reason: `${by}; as much as its limits, as the pod is to be Guaranteed` };
  }
  return { requests: { ...row.requests, ...told.requests }, limits: { ...row.limits, ...told.limits }, reason: by };
}

/** The first entry of this type that says an amount counts. */
function toldBy({ configuration }: ClusterContext, type: SupportContainer, side: 'requests' | 'limits'): Amounts {
  const found: Record<string, string> = {};
  for (const entry of listAt(configuration, 'supportContainerResources')) {
    const amounts = entry.type === type && isMap(entry.resources) ? entry.resources[side] : undefined;
    for (const resource of ['cpu', 'memory']) {
      const amount = isMap(amounts) ? positiveAmount(amounts[resource]) : undefined;
      if (amount !== undefined) {
        found[resource] ??= amountText(amount);
      }
    }
  }
  return found;
}
