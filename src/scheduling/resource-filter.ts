import { type NodeState, shown } from './node-state';
import type { PodView } from './pod-view';
import type { FilterVerdict, ObjectionKind } from './verdict';

/** What virt-handler offers on every node where it runs. */
const KUBEVIRT_DEVICE = 'devices.kubevirt.io/';

/** Room for one more pod, and enough of everything that it asks for. kube-scheduler tells all that is short. */
export function resources(pod: PodView, state: NodeState): FilterVerdict | undefined {
  const { allocatable, used, pods } = state;
  const most = allocatable.pods;
  const short: FilterVerdict[] = [];
  let unsure: FilterVerdict | undefined;
  if (most !== undefined && BigInt(pods.length) >= most) {
    const detail = `${pods.length} pods run there, and it takes ${most}`;
    short.push({ answer: 'no', reason: 'Too many pods', kind: 'pods', detail, cause: { type: 'pods' } });
  }
  for (const resource of pod.asked) {
    const wanted = pod.requests[resource]!;
    const has = allocatable[resource];
    if (has === undefined) {
      if (isOpen(resource, state)) {
        unsure ??= unknown(resource, wanted);
      } else if (state.node.known !== 'declared') {
        short.push(insufficient(resource, wanted, undefined, `the node has no ${resource}`));
      }
      continue;
    }
    const free = pods.length === 0 ? has : has - (used[resource] ?? 0n);
    if (wanted > free) {
      const left = free === has ? `the node has ${shown(resource, has)}` : freeOf(resource, free, has);
      short.push(insufficient(resource, wanted, free, `${shown(resource, wanted)} is wanted, ${left}`));
    }
  }
  const [first, ...others] = short;
  return first === undefined || others.length === 0
    ? (first ?? unsure)
    : { ...first, also: others.map(({ reason }) => reason) };
}

/**
 * Whether a node may have a resource that it does not show.
 *
 * A declared node has what KubeVirt brings along, and some storage; what else it has is unknown. An export without any resources was
 * shortened: a node has at least a CPU.
 */
function isOpen(resource: string, { node, allocatable }: NodeState): boolean {
  return node.known === 'declared'
    ? !resource.startsWith(KUBEVIRT_DEVICE) && resource !== 'ephemeral-storage'
    : (resource === 'cpu' || resource === 'memory') &&
        allocatable.cpu === undefined &&
        allocatable.memory === undefined;
}

function unknown(resource: string, wanted: bigint): FilterVerdict {
  return {
    answer: 'unknown',
    reason: `Insufficient ${resource}`,
    kind: kindOf(resource),
    detail: `${shown(resource, wanted)} of ${resource} is wanted, how much the node has is not known`,
    cause: { type: 'resource', resource, wanted, free: undefined },
  };
}

function insufficient(resource: string, wanted: bigint, free: bigint | undefined, detail: string): FilterVerdict {
  return {
    answer: 'no',
    reason: `Insufficient ${resource}`,
    kind: kindOf(resource),
    detail,
    cause: { type: 'resource', resource, wanted, free },
  };
}

function freeOf(resource: string, free: bigint, has: bigint): string {
  return `${shown(resource, free > 0n ? free : 0n)} of ${shown(resource, has)} is free`;
}

function kindOf(resource: string): ObjectionKind {
  return resource === 'cpu' || resource === 'memory' ? resource : resource.includes('/') ? 'device' : 'resource';
}
