import { at, type InstanceSpec } from '../architectures/instance-view';
import { parseAddress } from '../kube/address';
import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { isMacAddress, isPciAddress } from './addresses';
import { checkPorts } from './ports';
import { type Admitter, isSet, type Part, partsOf, type Refused, textOf } from './refused';

const SOURCE = 'kubevirt pkg/network/admitter/netiface.go';
const BINDING = 'kubevirt pkg/network/admitter/binding.go';
const STATE = 'kubevirt pkg/network/admitter/admit.go';

const MODELS = ['e1000', 'e1000e', 'igb', 'ne2k_pci', 'pcnet', 'rtl8139', 'virtio'];

/** First KubeVirt that knows the model igb. */
const IGB_SINCE = '1.5';

const BINDINGS = ['bridge', 'masquerade', 'sriov', 'passtBinding', 'binding'];

/** Bindings that virt-api counts as such although it refuses them by another rule. */
const FORMER_BINDINGS = ['slirp', 'macvtap', 'passt'];

/** The address of the bridge inside of a launcher pod. */
const BRIDGE_ADDRESS = '02:00:00:00:00:00';

/** What virt-api refuses in the interfaces of an instance. */
export const checkInterfaces: Admitter = function* (spec, { kubevirt }) {
  const interfaces = partsOf(at(spec, 'domain.devices.interfaces'), 'domain.devices.interfaces');
  if (interfaces.length === 0) {
    return;
  }
  const networks = new Map(partsOf(spec.networks, 'networks').map((network) => [network.name, network.item]));
  const models = MODELS.filter((model) => model !== 'igb' || atLeast(kubevirt, IGB_SINCE));
  const seen = new Set<string>();
  for (const card of interfaces) {
    const network = networks.get(card.name);
    if (seen.has(card.name)) {
      yield {
        code: 'PV802',
        path: `${card.path}.name`,
        what: `the interface ${shownValue(card.name)} is there twice`,
        fix: 'give each interface a network of its own',
        source: SOURCE,
      };
    }
    seen.add(card.name);
    yield* checkName(card, network);
    yield* checkDevice(card, models);
    yield* checkBinding(card, network, spec);
    yield* checkState(card, network);
    yield* checkPorts(card, network);
    yield* checkDhcp(card);
  }
};

function* checkName({ name, path }: Part, network: unknown): Iterable<Refused> {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    yield {
      code: 'PV002',
      path: `${path}.name`,
      what: name === '' ? 'the interface has no name' : `${shownValue(name)} is not a name of an interface`,
      fix: 'use letters, digits, - and _',
      source: SOURCE,
    };
  }
  if (network === undefined) {
    yield {
      code: 'PV004',
      path: `${path}.name`,
      what: `there is no network ${shownValue(name)}`,
      fix: 'add a network of that name to networks, or remove the interface',
      source: SOURCE,
    };
  }
}

function* checkDevice({ item, path }: Part, models: readonly string[]): Iterable<Refused> {
  const { macAddress, model, pciAddress } = item;
  if (textOf(model) !== '' && !models.includes(textOf(model))) {
    yield {
      code: 'PV003',
      path: `${path}.model`,
      what: `${shownValue(model)} is not a model of a network card`,
      fix: `write one of ${models.join(', ')}`,
      source: SOURCE,
    };
  }
  if (textOf(macAddress) !== '' && !isMacAddress(textOf(macAddress))) {
    yield {
      code: 'PV003',
      path: `${path}.macAddress`,
      what: `${shownValue(macAddress)} is not a MAC address`,
      fix: "write six pairs of hexadecimal digits, for example '02:00:00:00:00:01'",
      source: SOURCE,
    };
  }
  if (textOf(pciAddress) !== '' && !isPciAddress(textOf(pciAddress))) {
    yield {
      code: 'PV003',
      path: `${path}.pciAddress`,
      what: `${shownValue(pciAddress)} is not a PCI address`,
      fix: "write domain, bus, device and function, for example '0000:81:01.0'",
      source: SOURCE,
    };
  }
}

function* checkBinding({ item, path }: Part, network: Network, spec: InstanceSpec): Iterable<Refused> {
  const former = FORMER_BINDINGS.some((binding) => isSet(item[binding]));
  const bindings = BINDINGS.filter((binding) => isSet(item[binding]));
  if (bindings.length > 1 || (bindings.length === 0 && !former && hasOwnNetworks(spec))) {
    yield {
      code: bindings.length > 1 ? 'PV802' : 'PV004',
      path,
      what: bindings.length > 1 ? `it has the bindings ${bindings.join(' and ')}` : 'the interface has no binding',
      fix: 'write one of masquerade, bridge, sriov or binding',
      source: BINDING,
    };
  }
  if (isSet(item.masquerade) && network !== undefined && !isSet(network.pod)) {
    yield {
      code: 'PV003',
      path: `${path}.masquerade`,
      what: 'masquerade works on the pod network only',
      fix: 'write bridge or sriov, or put the interface on the pod network',
      source: BINDING,
    };
  }
  if (isSet(item.masquerade) && textOf(item.macAddress).toLowerCase() === BRIDGE_ADDRESS) {
    yield {
      code: 'PV003',
      path: `${path}.macAddress`,
      what: `${BRIDGE_ADDRESS} is the address of the bridge in the launcher pod`,
      fix: 'write another address, or leave it to the cluster',
      source: BINDING,
    };
  }
}

type Network = Readonly<Record<string, unknown>> | undefined;

/** KubeVirt gives an instance without networks one of its own, with a binding. */
function hasOwnNetworks({ networks }: InstanceSpec): boolean {
  return Array.isArray(networks) && networks.length > 0;
}

function* checkState({ item, path }: Part, network: Network): Iterable<Refused> {
  const state = textOf(item.state);
  if (state === '') {
    return;
  }
  const problem = !['absent', 'up', 'down'].includes(state)
    ? `${shownValue(state)} is not a state of an interface`
    : isSet(item.sriov) && state !== 'absent'
      ? `an SR-IOV interface cannot be ${state}`
      : state === 'absent' && !isSet(item.bridge)
        ? 'only an interface with the binding bridge can be absent'
        : state === 'absent' && isDefault(network)
          ? 'the interface of the default network cannot be absent'
          : undefined;
  if (problem !== undefined) {
    yield {
      code: 'PV003',
      path: `${path}.state`,
      what: problem,
      fix: 'leave state out, or write up, down, or absent on a bridge that is not the default network',
      source: STATE,
    };
  }
}

function isDefault(network: Network): boolean {
  return isSet(network?.pod) || (isMap(network?.multus) && network.multus.default === true);
}

function* checkDhcp({ item, path }: Part): Iterable<Refused> {
  const options = item.dhcpOptions;
  if (!isMap(options)) {
    return;
  }
  const own = (Array.isArray(options.privateOptions) ? options.privateOptions : []).filter(isMap);
  for (const [i, { option }] of own.entries()) {
    const below = `${path}.dhcpOptions.privateOptions[${i}].option`;
    const fix = 'write each option once, from 224 to 254';
    if (typeof option !== 'number' || option < 224 || option > 254) {
      yield {
        code: 'PV003',
        path: below,
        what: `${shownValue(option)} is not a private DHCP option`,
        fix,
        source: SOURCE,
      };
    } else if (own.findIndex((other) => other.option === option) < i) {
      yield { code: 'PV802', path: below, what: `the DHCP option ${option} is there twice`, fix, source: SOURCE };
    }
  }
  for (const [i, server] of (Array.isArray(options.ntpServers) ? options.ntpServers : []).entries()) {
    if (typeof server === 'string' && parseAddress(server)?.bits !== 32) {
      yield {
        code: 'PV003',
        path: `${path}.dhcpOptions.ntpServers[${i}]`,
        what: `${shownValue(server)} is not an IPv4 address`,
        fix: 'write addresses, not names',
        source: SOURCE,
      };
    }
  }
}
