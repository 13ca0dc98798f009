import { at, listAt } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { findingObject, nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { type Instance, instanceOf } from './instance-of';

/** Cards met so far, by their address, and by address and network; for an object only its first of each. */
type Cards = Map<string, KubeObject[]>;

/** Two cards with one MAC address on one network disturb each other; which one is reached is chance. */
export function checkMacAddresses(objects: readonly KubeObject[]): Finding[] {
  const cards: Cards = new Map();
  const findings: Finding[] = [];
  for (const object of objects) {
    const instance = instanceOf(object);
    if (instance === undefined) {
      continue;
    }
    const interfaces = listAt(instance.spec, 'domain.devices.interfaces');
    for (let i = 0; i < interfaces.length; i++) {
      const { name, macAddress } = interfaces[i]!;
      if (typeof macAddress !== 'string' || macAddress === '') {
        continue;
      }
      const address = (macAddress.includes('-') ? macAddress.replaceAll('-', ':') : macAddress).toLowerCase();
      const earlier = earlierOf(cards, address, networkOf(name, instance, object), object);
      if (earlier === undefined) {
        continue;
      }
      const card = `domain.devices.interfaces[${typeof name === 'string' ? name : i}]`;
      findings.push({
        code: 'PV804',
        severity: 'error',
        object: findingObject(object),
        path: `${instance.path}.${card}.macAddress`,
        what: `${address} is the MAC address of ${earlier.kind} ${findingObject(earlier).name} too`,
        why: 'On one network each frame reaches one of them, whichever answered last',
        fix: 'give each card an address of its own, or leave it to the cluster',
      });
    }
  }
  return findings;
}

/** Another object with this address on this network, or on one that is not known; and remembers this card. */
function earlierOf(
  cards: Cards,
  address: string,
  network: string | undefined,
  object: KubeObject,
): KubeObject | undefined {
  const keys = network === undefined ? [address] : [`${address}\0${network}`, `${address}\0`];
  const earlier = keys
    .flatMap((key) => cards.get(key) ?? [])
    .find((other) => !belongs(other, object) && !belongs(object, other));
  for (const key of [address, `${address}\0${network ?? ''}`]) {
    const known = cards.get(key) ?? [];
    // Of many that share an address the first few stand for all.
    if (known.length < MOST_REMEMBERED) {
      known.push(object);
    }
    cards.set(key, known);
  }
  return earlier;
}

/** More than a machine with its instance, and what made it. */
const MOST_REMEMBERED = 8;

/** The network that a card is on; nothing where the instance does not say it. */
function networkOf(name: unknown, { spec }: Instance, object: KubeObject): string | undefined {
  const network = listAt(spec, 'networks').find((each) => each.name === name);
  if (network === undefined) {
    return undefined;
  }
  if (isMap(network.pod)) {
    return 'pod';
  }
  const attached = at(network, 'multus.networkName');
  if (typeof attached !== 'string' || attached === '') {
    return undefined;
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
