import { at, listAt, mapsIn } from '../../architectures/instance-view';
import { type Instance, instanceOf } from '../../cluster/instance-of';
import { findingObject, nameOf, namespaceOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';
import { type FindingRule, NOTHING_WRONG, type RuleVisitors, type Said } from '../rule';

export const PV804: FindingRule = {
  code: 'PV804',
  severity: 'error',
  title: 'duplicate MAC address',
  page: () => ({
    meaning: 'Two interfaces on one network of a cluster have the same MAC address.',
    impact: 'On one network each frame reaches only one of them, whichever answered last: connections break at random.',
    diagnosis:
      'The finding points at the second interface and names the VM that has the first. A VM and its own instance ' +
      'count as one. Networks are distinguished by the pod network and by the NetworkAttachmentDefinition in ' +
      '`multus.networkName`; an interface with an unknown network may be on any.',
    mitigation:
      'Give each interface its own address, or let the cluster choose. If the two are on networks that never ' +
      'meet, allow the finding with that reason.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            networks: [{ name: default, pod: {} }]
            domain:
              devices: { interfaces: [{ name: default, bridge: {}, macAddress: '02:00:00:00:00:01' }] }
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: db }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            networks: [{ name: default, pod: {} }]
            domain:
              devices: { interfaces: [{ name: default, bridge: {}, macAddress: '02:00:00:00:00:01' }] }
    `,
    output: `
      error PV804 VirtualMachine db at example.yaml:24:74, spec.template.spec.domain.devices.interfaces[default].macAddress: 02:00:00:00:00:01 is also the MAC address of VirtualMachine web too.
        On one network each frame reaches only the one that answered last. Fix: give each card an address of its own, or leave it to the cluster.
    `,
  }),
  rule: sharedAddress,
};

/**
 * Whose cards were met so far, by their address: nearly always one, whose network is looked up if there is a second.
 * Others by network, since there may be many of them.
 */
type Cards = Map<string, KubeObject | Map<string, KubeObject[]>>;

/** A network that the instance does not say: it may be any. */
const UNKNOWN = '';

/** Two cards with one MAC address on one network disturb each other; which one is reached is chance. */
function sharedAddress(): RuleVisitors {
  const cards: Cards = new Map();
  return {
    member: {
      interface: ({ item }, { written, object }) => {
        const address = addressOf(item);
        if (address === undefined) {
          return NOTHING_WRONG;
        }
        const met = cards.get(address);
        if (met === undefined) {
          cards.set(address, object);
          return NOTHING_WRONG;
        }
        const networks = met instanceof Map ? met : new Map([[firstNetwork(address, met), [met]]]);
        cards.set(address, networks);
        const earlier = earlierOf(networks, networkOf(item.name, written, object), object);
        return earlier === undefined ? NOTHING_WRONG : [shared(address, earlier)];
      },
    },
  };
}

function shared(address: string, earlier: KubeObject): Said {
  return {
    code: 'PV804',
    path: 'macAddress',
    what: `${address} is also the MAC address of ${earlier.kind} ${findingObject(earlier).name} too`,
    why: 'On one network each frame reaches only the one that answered last',
    fix: 'give each card an address of its own, or leave it to the cluster',
  };
}

function interfacesOf({ spec }: Instance): readonly Readonly<Record<string, unknown>>[] {
  return listAt(spec, 'domain.devices.interfaces');
}

/** The address of a card in one spelling; nothing where it leaves it to the cluster. */
function addressOf({ macAddress }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof macAddress !== 'string' || macAddress === ''
    ? undefined
    : (macAddress.includes('-') ? macAddress.replaceAll('-', ':') : macAddress).toLowerCase();
}

/** The network of the first card of an object that has an address. */
function firstNetwork(address: string, object: KubeObject): string {
  const instance = instanceOf(object)!;
  const card = interfacesOf(instance).find((each) => addressOf(each) === address);
  return networkOf(card?.name, instance, object);
}

/** Another object on this network of an address, or on one that is not known; and remembers this one. */
function earlierOf(networks: Map<string, KubeObject[]>, network: string, object: KubeObject): KubeObject | undefined {
  const known = networks.get(network);
  const others =
    network === UNKNOWN ? [...networks.values()].flat() : [...(known ?? []), ...(networks.get(UNKNOWN) ?? [])];
  if (known === undefined) {
    networks.set(network, [object]);
  } else if (known.length < MOST_REMEMBERED) {
    // Of many that share an address the first few stand for all.
    known.push(object);
  }
  return others.find((other) => !belongs(other, object) && !belongs(object, other));
}

/** More than a machine with its instance, and what made it. */
const MOST_REMEMBERED = 8;

/** The network that a card is on. */
function networkOf(name: unknown, { spec }: Instance, object: KubeObject): string {
  const network = mapsIn(spec.networks).find((each) => each.name === name);
  if (network === undefined) {
    return UNKNOWN;
  }
  if (isMap(network.pod)) {
    return 'pod';
  }
  const attached = at(network, 'multus.networkName');
  if (typeof attached !== 'string' || attached === '') {
    return UNKNOWN;
  }
  return attached.includes('/') ? attached : `${namespaceOf(object) ?? ''}/${attached}`;
}

/** Whether one object was made from another: the instance of a VM, or whatever has it for an owner. */
function belongs(object: KubeObject, owner: KubeObject): boolean {
  if (object === owner || namespaceOf(object) !== namespaceOf(owner)) {
    return false;
  }
  const name = nameOf(owner);
  const isInstance = object.kind === 'VirtualMachineInstance' && owner.kind === 'VirtualMachine';
  const owners = isMap(object.metadata) ? listAt(object.metadata, 'ownerReferences') : [];
  return (
    name !== undefined &&
    ((isInstance && nameOf(object) === name) || owners.some((each) => each.kind === owner.kind && each.name === name))
  );
}
