import { textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { parseAddress } from '../../kube/address';
import { isDnsSubdomain } from '../../kube/names';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const MOST_SERVERS = 3;
const MOST_SEARCHES = 6;
const LONGEST_SEARCH = 256;

/** What virt-api rejects in the DNS of an instance's pod; the names of policies are enums of its OpenAPI. */
export const dns: Rule = () => ({
  instance: ({ spec }) =>
    spec.dnsConfig === undefined && spec.dnsPolicy !== 'None'
      ? NOTHING_WRONG
      : checkDns(spec.dnsPolicy, spec.dnsConfig),
});

function* checkDns(dnsPolicy: unknown, dnsConfig: unknown): Found {
  if (!isMap(dnsConfig)) {
    if (dnsPolicy === 'None') {
      yield wrong('PV004', 'dnsConfig', 'dnsPolicy None needs a dnsConfig', 'add one with nameservers');
    }
    return;
  }
  const servers = listIn(dnsConfig.nameservers);
  if (dnsPolicy === 'None' && servers.length === 0) {
    yield wrong('PV004', 'dnsConfig.nameservers', 'dnsPolicy None needs a name server', 'add its address');
    return;
  }
  if (servers.length > MOST_SERVERS) {
    yield wrong(
      'PV001',
      'dnsConfig.nameservers',
      `${servers.length} name servers are more than ${MOST_SERVERS}`,
      `keep ${MOST_SERVERS}`,
    );
  }
  for (const [i, server] of servers.entries()) {
    if (!isAddress(textOf(server))) {
      yield wrong(
        'PV003',
        `dnsConfig.nameservers[${i}]`,
        `${shownValue(server)} is not an IP address`,
        'write an address, not a name',
      );
    }
  }
  yield* checkSearches(listIn(dnsConfig.searches));
  for (const [i, option] of listIn(dnsConfig.options).entries()) {
    if (isMap(option) && textOf(option.name) === '') {
      yield wrong('PV004', `dnsConfig.options[${i}].name`, 'the DNS option has no name', 'name it, or remove it');
    }
  }
}

function* checkSearches(searches: readonly unknown[]): Found {
  const path = 'dnsConfig.searches';
  if (searches.length > MOST_SEARCHES) {
    yield wrong('PV001', path, `${searches.length} search domains are more than ${MOST_SEARCHES}`, 'remove some');
  }
  if (searches.join(' ').length > LONGEST_SEARCH) {
    yield wrong('PV001', path, `the search domains have more than ${LONGEST_SEARCH} characters`, 'remove some');
  }
  for (const [i, search] of searches.entries()) {
    if (!isDnsSubdomain(textOf(search))) {
      yield wrong(
        'PV002',
        `${path}[${i}]`,
        `${shownValue(search)} is not a domain`,
        'use lower-case letters, digits, - and dots, without a dot at the end',
      );
    }
  }
}

/** As Go's `net.ParseIP`: it also takes an IPv4 address at the end of an IPv6 one. */
function isAddress(text: string): boolean {
  const [, before, four] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? [];
  return before === undefined || four === undefined
    ? parseAddress(text) !== undefined
    : parseAddress(four) !== undefined && parseAddress(`${before}0:0`) !== undefined;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function wrong(code: string, path: string, what: string, fix: string): Said {
  return { code, path, what, fix, source: SOURCE };
}
