import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import type { Found } from '../rule';

const SOURCE = 'kubevirt pkg/network/admitter/netiface.go';

/** A name as IANA registers services; at least one letter, no two dashes in a row. */
const PORT_NAME = /^(?=.*[a-z])(?!.*--)[a-z0-9](?:[a-z0-9-]{0,13}[a-z0-9])?$/;

/** First KubeVirt that rejects the port 65536. */
const HIGHEST_SINCE = '1.9';

/** What virt-api rejects in the ports of an interface; it looks at those on the pod network only. */
export function* checkPorts(
  card: Part,
  network: Readonly<Record<string, unknown>> | undefined,
  kubevirt: Release,
): Found {
  const { ports } = card.item;
  if (!Array.isArray(ports) || !isSet(network?.pod)) {
    return;
  }
  const names = new Set<string>();
  const highest = atLeast(kubevirt, HIGHEST_SINCE) ? 65535 : 65536;
  for (const [i, each] of ports.entries()) {
    if (isMap(each)) {
      yield* checkPort(each, () => `ports[${i}]`, names, highest);
    }
  }
}

function* checkPort(
  each: Readonly<Record<string, unknown>>,
  path: () => string,
  names: Set<string>,
  highest: number,
): Found {
  const { port, protocol } = each;
  const name = textOf(each.name);
  if (typeof port !== 'number' || port < 1 || port > highest) {
    yield {
      code: isSet(port) ? 'PV003' : 'PV004',
      path: `${path()}.port`,
      what: isSet(port) ? `${shownValue(port)} is not a port` : 'the port has no number',
      fix: 'write a whole number from 1 to 65535',
      source: SOURCE,
    };
  }
  if (textOf(protocol) !== '' && protocol !== 'TCP' && protocol !== 'UDP') {
    yield {
      code: 'PV003',
      path: `${path()}.protocol`,
      what: `${shownValue(protocol)} is not one of: TCP, UDP`,
      fix: 'write TCP or UDP',
      source: SOURCE,
    };
  }
  if (name !== '' && names.has(name)) {
    yield {
      code: 'PV802',
      path: `${path()}.name`,
      what: `the port ${shownValue(name)} appears twice`,
      fix: 'give each port its own name',
      source: SOURCE,
    };
  } else if (name !== '' && !PORT_NAME.test(name)) {
    yield {
      code: 'PV002',
      path: `${path()}.name`,
      what: `${shownValue(name)} is not a name of a port`,
      fix: 'use at most 15 lower-case letters, digits and single dashes, with at least one letter',
      source: SOURCE,
    };
  }
  names.add(name);
}
