import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { atLeast } from '../../kube/release';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';
import { isMacAddress, isPciAddress } from './addresses';
import { checkBinding, checkDefaultNetwork } from './bindings';
import { checkDhcp } from './dhcp';
import { checkState } from './interface-state';
import { checkPortRanges } from './port-ranges';
import { checkPorts } from './ports';

const SOURCE = 'kubevirt pkg/network/admitter/netiface.go';
const BINDING = 'kubevirt pkg/network/admitter/binding.go';

const MODELS = ['e1000', 'e1000e', 'igb', 'ne2k_pci', 'pcnet', 'rtl8139', 'virtio'];

const NAME = /^[A-Za-z0-9_-]+$/;

/** First KubeVirt that knows the model igb. */
const IGB_SINCE = '1.4';

/** The address of the bridge inside of a launcher pod. */
const BRIDGE_ADDRESS = '02:00:00:00:00:00';

/** What virt-api rejects in the interfaces of an instance. */
export const interfaces: Rule = (cluster) => ({
  instance: (instance) =>
    instance.interfaces.length === 0 && instance.networks.length === 0
      ? checkDefaultNetwork(instance, cluster.configuration)
      : NOTHING_WRONG,
  interface: (card, instance) => checkInterface(card, instance, cluster),
  member: { interface: ({ item }) => (item.macAddress === undefined ? NOTHING_WRONG : checkMacAddress(item)) },
});

function* checkInterface(card: Part, instance: CreatedInstance, cluster: ClusterView): Found {
  const { kubevirt } = cluster.target;
  const network = instance.networkOf(card);
  if (instance.interfaces.find(({ name }) => name === card.name) !== card) {
    yield {
      code: 'PV802',
      path: 'name',
      what: `the interface ${shownValue(card.name)} appears twice`,
      fix: 'give each interface a network of its own',
      source: SOURCE,
    };
  }
  // To ask first is quicker than to find out: most interfaces have little of this.
  if (network === undefined || !NAME.test(card.name)) {
    yield* checkName(card, network);
  }
  const { model, pciAddress, state, ports, portRanges, dhcpOptions } = card.item;
  if (model !== undefined || pciAddress !== undefined) {
    yield* checkDevice(card, atLeast(kubevirt, IGB_SINCE));
  }
  yield* checkBinding(card, network, cluster);
  if (state !== undefined) {
    yield* checkState(card, network, kubevirt);
  }
  if (ports !== undefined) {
    yield* checkPorts(card, network, kubevirt);
  }
  if (portRanges !== undefined) {
    yield* checkPortRanges(card, network);
  }
  if (dhcpOptions !== undefined) {
    yield* checkDhcp(card);
  }
}

/** An address that is none, or that of the bridge inside of the launcher pod. */
function* checkMacAddress({ macAddress, masquerade }: Part['item']): Found {
  const address = textOf(macAddress);
  if (address !== '' && !isMacAddress(address)) {
    yield {
      code: 'PV003',
      path: 'macAddress',
      what: `${shownValue(macAddress)} is not a MAC address`,
      fix: "write six pairs of hexadecimal digits, for example '02:00:00:00:00:01'",
      source: SOURCE,
    };
  }
  if (address === BRIDGE_ADDRESS && isSet(masquerade)) {
    yield {
      code: 'PV003',
      path: 'macAddress',
      what: `${BRIDGE_ADDRESS} is the address of the bridge in the launcher pod`,
      fix: 'write another address, or leave it to the cluster',
      source: BINDING,
    };
  }
}

function* checkName(card: Part, network: unknown): Found {
  const { name } = card;
  if (!NAME.test(name)) {
    yield {
      code: 'PV002',
      path: 'name',
      what: name === '' ? 'the interface has no name' : `${shownValue(name)} is not a name of an interface`,
      fix: 'use letters, digits, - and _',
      source: SOURCE,
    };
  }
  if (network === undefined) {
    yield {
      code: 'PV004',
      path: 'name',
      what: `there is no network ${shownValue(name)}`,
      fix: 'add it to networks with pod: {} or multus: { networkName: … }, or remove the interface',
      source: SOURCE,
    };
  }
}

function* checkDevice(card: Part, hasIgb: boolean): Found {
  const { model, pciAddress } = card.item;
  const name = textOf(model);
  if (name !== '' && (!MODELS.includes(name) || (name === 'igb' && !hasIgb))) {
    yield {
      code: 'PV003',
      path: 'model',
      what: `${shownValue(model)} is not a model of a network card`,
      fix: `write one of ${MODELS.filter((each) => each !== 'igb' || hasIgb).join(', ')}`,
      source: SOURCE,
    };
  }
  if (textOf(pciAddress) !== '' && !isPciAddress(textOf(pciAddress))) {
    yield {
      code: 'PV003',
      path: 'pciAddress',
      what: `${shownValue(pciAddress)} is not a PCI address`,
      fix: "write domain, bus, device and function, for example '0000:81:01.0'",
      source: SOURCE,
    };
  }
}
