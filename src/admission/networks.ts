import { isMap } from '../kube/object';
import { shownValue } from '../secrets/shown-value';
import { checkClaimedNetworks } from './claimed-networks';
import { type Admitter, devicesOf, isSet, type Part, partsOf, type Refused, textOf } from './refused';

const SOURCE = 'kubevirt pkg/network/admitter/netsource.go';

const SOURCES = ['pod', 'multus', 'resourceClaim'];

/** What virt-api refuses in the networks of an instance. */
export const checkNetworks: Admitter = function* (spec) {
  const networks = partsOf(spec.networks, 'networks');
  if (networks.length === 0) {
    return;
  }
  const interfaces = partsOf(devicesOf(spec).interfaces, 'domain.devices.interfaces');
  for (const network of networks) {
    const { name } = network;
    if (networks.find((other) => other.name === name) !== network) {
      yield {
        code: 'PV802',
        path: `${network.path}.name`,
        what: `the network ${shownValue(name)} is there twice`,
        fix: 'give each network its own name',
        source: SOURCE,
      };
    }
    if (!interfaces.some((card) => card.name === name)) {
      yield {
        code: 'PV004',
        path: `${network.path}.name`,
        what: `no interface is on the network ${shownValue(name)}`,
        fix: 'add an interface of that name, or remove the network',
        source: SOURCE,
      };
    }
    if (!isPlain(network.item)) {
      yield* checkSource(network);
    }
  }
  if (networks.length > 1) {
    yield* checkDefaults(networks);
  }
  if (networks.some(({ item }) => isSet(item.resourceClaim))) {
    yield* checkClaimedNetworks(networks, interfaces, spec.resourceClaims);
  }
};

/** The pod network and nothing else, as most networks are. */
function isPlain({ pod, multus, resourceClaim }: Part['item']): boolean {
  return isSet(pod) && !isSet(multus) && !isSet(resourceClaim);
}

function* checkSource(network: Part): Iterable<Refused> {
  const { item } = network;
  const sources = SOURCES.filter((source) => isSet(item[source]));
  if (sources.length !== 1) {
    yield {
      code: sources.length === 0 ? 'PV004' : 'PV802',
      path: network.path,
      what: sources.length === 0 ? 'the network has no source' : `the network has the sources ${sources.join(' and ')}`,
      fix: 'write pod: {} or multus: { networkName: … }',
      source: SOURCE,
    };
  }
  if (isMap(item.multus) && textOf(item.multus.networkName) === '') {
    yield {
      code: 'PV004',
      path: `${network.path}.multus.networkName`,
      what: 'the Multus network has no networkName',
      fix: 'write the name of its NetworkAttachmentDefinition',
      source: SOURCE,
    };
  }
}

/** A pod has one network by default: the one of the cluster, or one of Multus. */
function* checkDefaults(networks: readonly Part[]): Iterable<Refused> {
  const pods = networks.filter(({ item }) => isSet(item.pod));
  const others = networks.filter(({ item }) => isMap(item.multus) && item.multus.default === true);
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
