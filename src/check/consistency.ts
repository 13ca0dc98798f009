import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { instanceOf } from './instance-of';

/** Two cards with one MAC address on one network disturb each other; which one is reached is chance. */
export function checkMacAddresses(objects: readonly KubeObject[]): Finding[] {
  const first = new Map<string, KubeObject>();
  return objects.flatMap((object) =>
    macAddressesOf(object).flatMap(({ address, path }) => {
      const earlier = first.get(address);
      if (earlier === undefined) {
        first.set(address, object);
        return [];
      }
      return [
        {
          code: 'PV804',
          severity: 'error' as const,
          object: findingObject(object),
          path,
          what: `${address} is the MAC address of ${earlier.kind} ${earlier.metadata.name} too`,
          why: 'On one network each frame reaches one of them, whichever answered last',
          fix: 'give each card an address of its own, or leave it to the cluster',
        },
      ];
    }),
  );
}

function macAddressesOf(object: KubeObject): { address: string; path: string }[] {
  const instance = instanceOf(object);
  const domain = instance?.spec.domain;
  const devices = isMap(domain) ? domain.devices : undefined;
  const interfaces = isMap(devices) ? devices.interfaces : undefined;
  return (Array.isArray(interfaces) ? interfaces : []).filter(isMap).flatMap(({ name, macAddress }, i) =>
    typeof macAddress === 'string' && macAddress !== ''
      ? [
          {
            address: macAddress.toLowerCase().replaceAll('-', ':'),
            path: `${instance!.path}.domain.devices.interfaces[${typeof name === 'string' ? name : i}].macAddress`,
          },
        ]
      : [],
  );
}
