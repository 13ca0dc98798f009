import { at, listAt, mapsIn } from '../architectures/instance-view';
import { type Instance, instanceOf } from '../cluster/instance-of';
import type { Finding } from '../findings/finding';
import { findingObject, nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { NOTHING_WRONG, type Rule } from './subject';

/**
 * Whose cards were met so far, by their address: nearly always one, whose network is looked up if there is a second.
 * Others by network, since there may be many of them.
 */
type Cards = Map<string, KubeObject | Map<string, KubeObject[]>>;

/** A network that the instance does not say: it may be any. */
const UNKNOWN = '';

/** Two cards with one MAC address on one network disturb each other; which one is reached is chance. */
export function macAddressRule(): Rule {
  const cards: Cards = new Map();
  return ({ object, instance }) => {
    if (instance === undefined) {
      return NOTHING_WRONG;
    }
    const interfaces = interfacesOf(instance);
    let findings: readonly Finding[] = NOTHING_WRONG;
    for (let i = 0; i < interfaces.length; i++) {
      const card = interfaces[i]!;
      const address = addressOf(card);
      if (address === undefined) {
        continue;
      }
      const met = cards.get(address);
      if (met === undefined) {
        cards.set(address, object);
        continue;
      }
      const networks = met instanceof Map ? met : new Map([[firstNetwork(address, met), [met]]]);
      cards.set(address, networks);
      const earlier = earlierOf(networks, networkOf(card.name, instance, object), object);
      if (earlier !== undefined) {
        const shown = `domain.devices.interfaces[${typeof card.name === 'string' ? card.name : i}]`;
        findings = [...findings, shared(object, `${instance.path}.${shown}.macAddress`, address, earlier)];
      }
    }
    return findings;
  };
}

function shared(object: KubeObject, path: string, address: string, earlier: KubeObject): Finding {
  return {
    code: 'PV804',
    severity: 'error',
    object: findingObject(object),
    path,
    what: `${address} is the MAC address of ${earlier.kind} ${findingObject(earlier).name} too`,
    why: 'On one network each frame reaches one of them, whichever answered last',
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

/** Whether one object was made from another: the instance of a machine, or whatever has it for an owner. */
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
