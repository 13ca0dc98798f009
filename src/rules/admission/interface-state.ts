import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import type { Found } from '../rule';

const SOURCE = 'kubevirt pkg/network/admitter/admit.go';

/** First KubeVirt in which a link can be up or down. */
const LINK_SINCE = '1.5';

/** What virt-api rejects in the state of an interface. */
export function* checkState(
  { item }: Part,
  network: Readonly<Record<string, unknown>> | undefined,
  kubevirt: Release,
): Found {
  const state = textOf(item.state);
  if (state === '') {
    return;
  }
  const what = problemOf(state, item, network, kubevirt);
  if (what !== undefined) {
    const fix = atLeast(kubevirt, LINK_SINCE)
      ? 'leave state out, or write up, down, or absent on a bridge that is not the default network'
      : 'leave state out, or write absent on a bridge that is not the default network';
    yield { code: 'PV003', path: 'state', what, fix, source: SOURCE };
  }
}

function problemOf(
  state: string,
  item: Readonly<Record<string, unknown>>,
  network: Readonly<Record<string, unknown>> | undefined,
  kubevirt: Release,
): string | undefined {
  if (state !== 'absent') {
    if (!atLeast(kubevirt, LINK_SINCE) || (state !== 'up' && state !== 'down')) {
      return `${shownValue(state)} is not a state of an interface`;
    }
    return isSet(item.sriov) ? `an SR-IOV interface cannot be ${state}` : undefined;
  }
  if (!isSet(item.bridge)) {
    return 'only an interface with the binding bridge can be absent';
  }
  return isDefault(network) ? 'the interface of the default network cannot be absent' : undefined;
}

function isDefault(network: Readonly<Record<string, unknown>> | undefined): boolean {
  return isSet(network?.pod) || (isMap(network?.multus) && network.multus.default === true);
}
