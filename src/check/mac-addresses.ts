import { at, listAt } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { findingObject, nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { Instance } from './instance-of';
import { NOTHING_WRONG, type Rule } from './subject';

/** Whose card it is, and on which network. */
interface Card {
  readonly network: string;
  readonly object: KubeObject;
}

/** Cards met so far, by their address: nearly always one. Others by network, since there may be many of them. */
type Cards = Map<string, Card | Map<string, KubeObject[]>>;

/** A network that the instance does not say: it may be any. */
const UNKNOWN = '';

/** Two cards with one MAC address on one network disturb each other; which one is reached is chance. */
export function macAddressRule(): Rule {
  const cards: Cards = new Map();
  return ({ object, instance }) => {
    const interfaces = instance === undefined ? [] : listAt(instance.spec, 'domain.devices.interfaces');
    let findings: readonly Finding[] = NOTHING_WRONG;
    for (let i = 0; i < interfaces.length; i++) {
      const { name, macAddress } = interfaces[i]!;
      if (typeof macAddress !== 'string' || macAddress === '') {
        continue;
      }
      const address = (macAddress.includes('-') ? macAddress.replaceAll('-', ':') : macAddress).toLowerCase();
      const earlier = earlierOf(cards, address, networkOf(name, instance!, object), object);
      if (earlier !== undefined) {
        const card = `domain.devices.interfaces[${typeof name === 'string' ? name : i}]`;
        findings = [...findings, shared(object, `${instance!.path}.${card}.macAddress`, address, earlier)];
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

/** Another object with this address on this network, or on one that is not known; and remembers this card. */
function earlierOf(cards: Cards, address: string, network: string, object: KubeObject): KubeObject | undefined {
  const met = cards.get(address);
  if (met === undefined) {
    cards.set(address, { network, object });
    return undefined;
  }
  const networks = met instanceof Map ? met : new Map([[met.network, [met.object]]]);
  cards.set(address, networks);
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
  const network = listAt(spec, 'networks').find((each) => each.name === name);
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
