import { at } from '../architectures/instance-view';
import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { isMacAddress, isPciAddress } from './addresses';
import { checkBinding, checkDefaultNetwork } from './bindings';
import { checkDhcp } from './dhcp';
import { checkState } from './interface-state';
import { checkPortRanges } from './port-ranges';
import { checkPorts } from './ports';
import { type Admitter, type Part, partsOf, type Refused, textOf } from './refused';

const SOURCE = 'kubevirt pkg/network/admitter/netiface.go';

const MODELS = ['e1000', 'e1000e', 'igb', 'ne2k_pci', 'pcnet', 'rtl8139', 'virtio'];

/** First KubeVirt that knows the model igb. */
const IGB_SINCE = '1.4';

/** What virt-api refuses in the interfaces of an instance. */
export const checkInterfaces: Admitter = function* (spec, context) {
  const interfaces = partsOf(at(spec, 'domain.devices.interfaces'), 'domain.devices.interfaces');
  if (interfaces.length === 0) {
    yield* checkDefaultNetwork(spec, context);
    return;
  }
  const networks = new Map(partsOf(spec.networks, 'networks').map((network) => [network.name, network.item]));
  const hasIgb = atLeast(context.kubevirt, IGB_SINCE);
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
    yield* checkDevice(card, hasIgb);
    yield* checkBinding(card, network, context);
    yield* checkState(card, network, context.kubevirt);
    yield* checkPorts(card, network, context.kubevirt);
    yield* checkPortRanges(card, network);
    yield* checkDhcp(card);
  }
};

function* checkName(card: Part, network: unknown): Iterable<Refused> {
  const { name } = card;
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    yield {
      code: 'PV002',
      path: `${card.path}.name`,
      what: name === '' ? 'the interface has no name' : `${shownValue(name)} is not a name of an interface`,
      fix: 'use letters, digits, - and _',
      source: SOURCE,
    };
  }
  if (network === undefined) {
    yield {
      code: 'PV004',
      path: `${card.path}.name`,
      what: `there is no network ${shownValue(name)}`,
      fix: 'add a network of that name to networks, or remove the interface',
      source: SOURCE,
    };
  }
}

function* checkDevice(card: Part, hasIgb: boolean): Iterable<Refused> {
  const { macAddress, model, pciAddress } = card.item;
  const name = textOf(model);
  if (name !== '' && (!MODELS.includes(name) || (name === 'igb' && !hasIgb))) {
    yield {
      code: 'PV003',
      path: `${card.path}.model`,
      what: `${shownValue(model)} is not a model of a network card`,
      fix: `write one of ${MODELS.filter((each) => each !== 'igb' || hasIgb).join(', ')}`,
      source: SOURCE,
    };
  }
  if (textOf(macAddress) !== '' && !isMacAddress(textOf(macAddress))) {
    yield {
      code: 'PV003',
      path: `${card.path}.macAddress`,
      what: `${shownValue(macAddress)} is not a MAC address`,
      fix: "write six pairs of hexadecimal digits, for example '02:00:00:00:00:01'",
      source: SOURCE,
    };
  }
  if (textOf(pciAddress) !== '' && !isPciAddress(textOf(pciAddress))) {
    yield {
      code: 'PV003',
      path: `${card.path}.pciAddress`,
      what: `${shownValue(pciAddress)} is not a PCI address`,
      fix: "write domain, bus, device and function, for example '0000:81:01.0'",
      source: SOURCE,
    };
  }
}
