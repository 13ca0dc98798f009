import type { Part } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import type { Found } from '../rule';
import { isIPv4Address } from './addresses';

const SOURCE = 'kubevirt pkg/network/admitter/netiface.go';

const FIX = 'write each option once, from 224 to 254';

/** What virt-api rejects in the DHCP options of an interface. */
export function* checkDhcp({ item }: Part): Found {
  const { dhcpOptions } = item;
  if (!isMap(dhcpOptions)) {
    return;
  }
  yield* checkPrivateOptions(dhcpOptions.privateOptions, 'dhcpOptions.privateOptions');
  const { ntpServers } = dhcpOptions;
  for (const [i, server] of (Array.isArray(ntpServers) ? ntpServers : []).entries()) {
    if (typeof server === 'string' && !isIPv4Address(server)) {
      yield {
        code: 'PV003',
        path: `dhcpOptions.ntpServers[${i}]`,
        what: `${shownValue(server)} is not an IPv4 address`,
        fix: 'write addresses, not names',
        source: SOURCE,
      };
    }
  }
}

function* checkPrivateOptions(options: unknown, path: string): Found {
  const seen = new Set<number>();
  for (const [i, each] of (Array.isArray(options) ? options : []).entries()) {
    const option = isMap(each) ? (each.option ?? 0) : 0;
    if (typeof option !== 'number') {
      continue;
    }
    if (option < 224 || option > 254) {
      const what = `${shownValue(option)} is not a private DHCP option`;
      yield { code: 'PV003', path: `${path}[${i}].option`, what, fix: FIX, source: SOURCE };
    } else if (seen.has(option)) {
      const what = `the DHCP option ${option} appears twice`;
      yield { code: 'PV802', path: `${path}[${i}].option`, what, fix: FIX, source: SOURCE };
    }
    seen.add(option);
  }
}
