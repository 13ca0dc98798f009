import { at } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet, type Part, textOf } from '../../cluster/part';
import { atLeast, type Release } from '../../kube/release';
import type { Found, Said } from '../rule';

const SOURCE = 'kubevirt pkg/network/admitter/binding.go';
const DISCONTINUED = 'kubevirt pkg/network/admitter/discontinued.go';
const PASST = 'kubevirt pkg/network/admitter/passt.go';

/** First KubeVirt that counts bindings; before, it only rejects a plugin beside another binding. */
const COUNTED_SINCE = '1.9';

/** First KubeVirt that has passtBinding. */
const PASST_BINDING_SINCE = '1.8';

const METHODS = ['bridge', 'masquerade', 'sriov', 'passtBinding'];

/** Bindings of the past. slirp is rejected here; the gates Passt and Macvtap refuse the other two. */
const FORMER = ['slirp', 'macvtap', 'passt'];

const FIX = 'write one of masquerade, bridge, sriov or binding';

/** What virt-api rejects in the binding of an interface. */
export function* checkBinding(
  { item }: Part,
  network: Readonly<Record<string, unknown>> | undefined,
  { target, configuration }: ClusterView,
): Found {
  if (isSet(item.binding) || !hasOneOf(METHODS, item)) {
    yield* checkCount(item, target.kubevirt);
  }
  if (isSet(item.slirp)) {
    yield {
      code: 'PV003',
      path: 'slirp',
      what: 'KubeVirt 1.3 and later have no binding slirp',
      fix: FIX,
      source: DISCONTINUED,
    };
  }
  const isOnPodNetwork = isSet(network?.pod);
  if (isSet(item.masquerade) && !isOnPodNetwork && network !== undefined) {
    yield onlyOnPodNetwork('masquerade', SOURCE);
  }
  if (isSet(item.passtBinding) && !isOnPodNetwork && network !== undefined) {
    yield onlyOnPodNetwork('passtBinding', PASST);
  }
  if (isSet(item.bridge) && isOnPodNetwork && !isBridgePermitted(configuration)) {
    yield {
      code: 'PV003',
      path: 'bridge',
      what: 'the KubeVirt resource does not permit bridge on the pod network',
      fix: 'write masquerade, or set configuration.network.permitBridgeInterfaceOnPodNetwork: true',
      source: SOURCE,
    };
  }
}

/** Whether exactly one of these keys is set. */
function hasOneOf(keys: readonly string[], item: Part['item']): boolean {
  let count = 0;
  for (const key of keys) {
    count += isSet(item[key]) ? 1 : 0;
  }
  return count === 1;
}

function* checkCount(item: Part['item'], kubevirt: Release): Found {
  const methods = METHODS.filter((method) => isSet(item[method]));
  const bindings = isSet(item.binding) ? [...methods, 'binding'] : methods;
  const former = FORMER.filter((binding) => isSet(item[binding]));
  const beside = atLeast(kubevirt, PASST_BINDING_SINCE) ? methods : [...methods, ...former];
  const isCounted = atLeast(kubevirt, COUNTED_SINCE);
  if (isCounted ? bindings.length > 1 : isSet(item.binding) && beside.length > 0) {
    const all = isCounted ? bindings : ['binding', ...beside];
    yield {
      code: 'PV802',
      what: `the interface has the bindings ${all.join(' and ')}`,
      fix: FIX,
      source: SOURCE,
    };
  }
  if (isCounted && bindings.length === 0 && former.length === 0) {
    yield { code: 'PV004', what: 'the interface has no binding', fix: FIX, source: SOURCE };
  }
}

function onlyOnPodNetwork(binding: string, source: string): Said {
  return {
    code: 'PV003',
    path: binding,
    what: `${binding} works on the pod network only`,
    fix: 'write bridge or sriov, or put the interface on the pod network',
    source,
  };
}

/** Permitted unless the KubeVirt resource says otherwise; where that is not known, it is not refused. */
function isBridgePermitted(configuration: ClusterView['configuration'] = {}): boolean {
  return at(configuration, 'network.permitBridgeInterfaceOnPodNetwork') !== false;
}

/** What virt-api rejects where an instance has no network of its own and the default one is not possible. */
export function* checkDefaultNetwork({ devices }: CreatedInstance, configuration: ClusterView['configuration']): Found {
  if (configuration === undefined || devices.autoattachPodInterface === false) {
    return;
  }
  const binding = textOf(at(configuration, 'network.defaultNetworkInterface')) || 'bridge';
  if (binding === 'slirp' || (binding === 'bridge' && !isBridgePermitted(configuration))) {
    yield {
      code: 'PV003',
      path: 'networks',
      what: `the default network uses the binding ${binding}, which the cluster does not permit`,
      fix: 'add a network and an interface with masquerade, or set autoattachPodInterface: false',
      source: 'kubevirt pkg/network/vmispec/defaults.go',
    };
  }
}
