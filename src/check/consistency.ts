import { listAt } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { instanceOf } from './instance-of';

/** Two cards with one MAC address on one network disturb each other; which one is reached is chance. */
export function checkMacAddresses(objects: readonly KubeObject[]): Finding[] {
  const first = new Map<string, KubeObject>();
  const findings: Finding[] = [];
  for (const object of objects) {
    const interfaces = interfacesOf(object);
    for (let i = 0; i < interfaces.length; i++) {
      const { name, macAddress } = interfaces[i]!;
      if (typeof macAddress !== 'string' || macAddress === '') {
        continue;
      }
      const address = (macAddress.includes('-') ? macAddress.replaceAll('-', ':') : macAddress).toLowerCase();
      const earlier = first.get(address);
      if (earlier === undefined) {
        first.set(address, object);
        continue;
      }
      const card = `domain.devices.interfaces[${typeof name === 'string' ? name : i}]`;
      findings.push({
        code: 'PV804',
        severity: 'error',
        object: findingObject(object),
        path: `${instanceOf(object)!.path}.${card}.macAddress`,
        what: `${address} is the MAC address of ${earlier.kind} ${findingObject(earlier).name} too`,
        why: 'On one network each frame reaches one of them, whichever answered last',
        fix: 'give each card an address of its own, or leave it to the cluster',
      });
    }
  }
  return findings;
}

function interfacesOf(object: KubeObject): readonly Readonly<Record<string, unknown>>[] {
  const instance = instanceOf(object);
  return instance === undefined ? [] : listAt(instance.spec, 'domain.devices.interfaces');
}
