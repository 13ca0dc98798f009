import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { isMacAddress, isPciAddress } from './addresses';
import { checkBinding, checkDefaultNetwork } from './bindings';
import { checkDhcp } from './dhcp';
import { checkState } from './interface-state';
import { checkPortRanges } from './port-ranges';
import { checkPorts } from './ports';
import { type Admitter, devicesOf, type Part, partsOf, type Refused, textOf } from './refused';

const SOURCE = 'kubevirt pkg/network/admitter/netiface.go';

const MODELS = ['e1000', 'e1000e', 'igb', 'ne2k_pci', 'pcnet', 'rtl8139', 'virtio'];

const NAME = /^[A-Za-z0-9_-]+$/;

/** First KubeVirt that knows the model igb. */
const IGB_SINCE = '1.4';

/** What virt-api refuses in the interfaces of an instance. */
export const checkInterfaces: Admitter = function* (spec, context) {
  const interfaces = partsOf(devicesOf(spec).interfaces, 'domain.devices.interfaces');
  if (interfaces.length === 0) {
    yield* checkDefaultNetwork(spec, context);
    return;
  }
  const networks = partsOf(spec.networks, 'networks');
  const hasIgb = atLeast(context.kubevirt, IGB_SINCE);
  for (const card of interfaces) {
    const network = networks.findLast(({ name }) => name === card.name)?.item;
    if (interfaces.find(({ name }) => name === card.name) !== card) {
      yield {
        code: 'PV802',
        path: `${card.path}.name`,
        what: `the interface ${shownValue(card.name)} is there twice`,
        fix: 'give each interface a network of its own',
        source: SOURCE,
      };
    }
    // To ask first is quicker than to find out: most interfaces have little of this.
    if (network === undefined || !NAME.test(card.name)) {
      yield* checkName(card, network);
    }
    const { model, macAddress, pciAddress, state, ports, portRanges, dhcpOptions } = card.item;
    if (model !== undefined || macAddress !== undefined || pciAddress !== undefined) {
      yield* checkDevice(card, hasIgb);
    }
    yield* checkBinding(card, network, context);
    if (state !== undefined) {
      yield* checkState(card, network, context.kubevirt);
    }
    if (ports !== undefined) {
      yield* checkPorts(card, network, context.kubevirt);
    }
    if (portRanges !== undefined) {
      yield* checkPortRanges(card, network);
    }
    if (dhcpOptions !== undefined) {
      yield* checkDhcp(card);
    }
  }
};

function* checkName(card: Part, network: unknown): Iterable<Refused> {
  const { name } = card;
  if (!NAME.test(name)) {
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
