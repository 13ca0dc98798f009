import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';
import { checkClaimedNetworks } from './claimed-networks';

const SOURCE = 'kubevirt pkg/network/admitter/netsource.go';

const SOURCES = ['pod', 'multus', 'resourceClaim'];

/** What virt-api rejects in the networks of an instance. */
export const networks: Rule = () => ({
  network: checkNetwork,
  instance: (instance) =>
    instance.networks.length > 1 || instance.networks.some(isClaimed) ? checkTogether(instance) : NOTHING_WRONG,
});

function isClaimed({ item }: Part): boolean {
  return isSet(item.resourceClaim);
}

function* checkTogether({ networks: all, interfaces, spec }: CreatedInstance): Found {
  yield* checkDefaults(all);
  if (all.some(isClaimed)) {
    yield* checkClaimedNetworks(all, interfaces, spec.resourceClaims);
  }
}

function* checkNetwork(network: Part, { networks: all, interfaces }: CreatedInstance): Found {
  const { name } = network;
  if (all.find((other) => other.name === name) !== network) {
    const what = `the network ${shownValue(name)} appears twice`;
    yield { code: 'PV802', path: 'name', what, fix: 'give each network its own name', source: SOURCE };
  }
  if (!interfaces.some((card) => card.name === name)) {
    const what = `no interface is on the network ${shownValue(name)}`;
    const fix = 'add an interface of that name, or remove the network';
    yield { code: 'PV004', path: 'name', what, fix, source: SOURCE };
  }
  if (!isPlain(network.item)) {
    yield* checkSource(network.item);
  }
}

/** The pod network and nothing else, as most networks are. */
function isPlain({ pod, multus, resourceClaim }: Part['item']): boolean {
  return isSet(pod) && !isSet(multus) && !isSet(resourceClaim);
}

function* checkSource(item: Part['item']): Found {
  const sources = SOURCES.filter((source) => isSet(item[source]));
  if (sources.length !== 1) {
    yield {
      code: sources.length === 0 ? 'PV004' : 'PV802',
      what: sources.length === 0 ? 'the network has no source' : `the network has the sources ${sources.join(' and ')}`,
      fix: 'write pod: {} or multus: { networkName: … }',
      source: SOURCE,
    };
  }
  if (isMap(item.multus) && textOf(item.multus.networkName) === '') {
    yield {
      code: 'PV004',
      path: 'multus.networkName',
      what: 'the Multus network has no networkName',
      fix: 'write the name of its NetworkAttachmentDefinition',
      source: SOURCE,
    };
  }
}

/** A pod has one network by default: the one of the cluster, or one of Multus. */
function* checkDefaults(all: readonly Part[]): Found {
  const pods = all.filter(({ item }) => isSet(item.pod));
  const others = all.filter(({ item }) => isMap(item.multus) && item.multus.default === true);
  const problem =
    pods.length > 1
      ? 'more than one network is the pod network'
      : others.length > 1
        ? 'more than one Multus network is the default'
        : pods.length > 0 && others.length > 0
          ? 'there is the pod network, and a Multus network that is the default'
          : undefined;
  if (problem !== undefined) {
    yield {
      code: 'PV802',
      path: 'networks',
      what: problem,
      fix: 'keep one, and put the others on Multus networks that are not the default',
      source: SOURCE,
    };
  }
}
