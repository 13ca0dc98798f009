import {
  type CelFunc,
  type CelMap,
  CelScalar,
  celFunc,
  celList,
  celMap,
  celMethod,
  listType,
  mapType,
} from '@bufbuild/cel';
import { type Address, type AddressRange, parseAddress, parseRange, textOf } from '../kube/address';
import { contentOf, isOpaque, opaque } from './cel-quantity';

const { BOOL, DYN, INT, STRING } = CelScalar;
const VALUE = mapType(STRING, DYN);

/** Addresses and their ranges in rules: `ip(self.address).family() == 4`, `cidr('10.0.0.0/8').containsIP(self.address)`. */
const ADDRESS_FUNCTIONS: readonly CelFunc[] = [
  celFunc('isIP', [STRING], BOOL, (text) => parseAddress(text) !== undefined),
  celFunc('ip', [STRING], VALUE, (text) => ofAddress(readAddress(text))),
  celFunc('ip.isCanonical', [STRING], BOOL, (text) => textOf(readAddress(text)) === text),
  celFunc('string', [VALUE], STRING, (value) => String(contentOf(isOpaque('ip', value) ? 'ip' : 'cidr', value))),
  celMethod('family', VALUE, [], INT, function () {
    return addressOf(this).bits === 32 ? 4n : 6n;
  }),
  within('isUnspecified', '0.0.0.0/32', '::/128'),
  within('isLoopback', '127.0.0.0/8', '::1/128'),
  within('isLinkLocalMulticast', '224.0.0.0/24', 'ff02::/16'),
  within('isLinkLocalUnicast', '169.254.0.0/16', 'fe80::/10'),
  celMethod('isGlobalUnicast', VALUE, [], BOOL, function () {
    const address = addressOf(this);
    return !NOT_GLOBAL.some((range) => contains(range, address));
  }),
  celFunc('isCIDR', [STRING], BOOL, (text) => parseRange(text) !== undefined),
  celFunc('cidr', [STRING], VALUE, (text) => ofRange(readRange(text))),
  celMethod('containsIP', VALUE, [STRING], BOOL, function (text) {
    return contains(rangeOf(this), readAddress(text));
  }),
  celMethod('containsIP', VALUE, [VALUE], BOOL, function (other) {
    return contains(rangeOf(this), addressOf(other));
  }),
  celMethod('containsCIDR', VALUE, [STRING], BOOL, function (text) {
    return containsRange(rangeOf(this), readRange(text));
  }),
  celMethod('containsCIDR', VALUE, [VALUE], BOOL, function (other) {
    return containsRange(rangeOf(this), rangeOf(other));
  }),
  celMethod('ip', VALUE, [], VALUE, function () {
    return ofAddress(rangeOf(this).address);
  }),
  celMethod('masked', VALUE, [], VALUE, function () {
    const { address, prefix } = rangeOf(this);
    return ofRange({ address: { ...address, value: networkOf(address, prefix) }, prefix });
  }),
  celMethod('prefixLength', VALUE, [], INT, function () {
    return BigInt(rangeOf(this).prefix);
  }),
];

/** Addresses of resources on the web, as Go reads them: absolute, or a path. */
const URL_FUNCTIONS: readonly CelFunc[] = [
  celFunc('isURL', [STRING], BOOL, (text) => parseUrl(text) !== undefined),
  celFunc('url', [STRING], VALUE, (text) => {
    if (parseUrl(text) === undefined) {
      throw new Error('it is not a URL');
    }
    return opaque('url', text);
  }),
  urlPart('getScheme', ({ scheme }) => scheme),
  urlPart('getHost', ({ host }) => host),
  urlPart('getHostname', ({ host }) => host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '')),
  urlPart('getPort', ({ host }) => /:(\d*)$/.exec(host)?.[1] ?? ''),
  urlPart('getEscapedPath', ({ path }) => encodeURI(decodeURI(path))),
  celMethod('getQuery', VALUE, [], mapType(STRING, listType(STRING)), function () {
    const parameters = new URLSearchParams(partsOf(this).query);
    return celMap(new Map([...new Set(parameters.keys())].map((key) => [key, celList(parameters.getAll(key))])));
  }),
];

export const NETWORK_FUNCTIONS: readonly CelFunc[] = [...ADDRESS_FUNCTIONS, ...URL_FUNCTIONS];

const NOT_GLOBAL = [
  '0.0.0.0/32',
  '255.255.255.255/32',
  '127.0.0.0/8',
  '224.0.0.0/4',
  '169.254.0.0/16',
  '::/128',
  '::1/128',
  'ff00::/8',
  'fe80::/10',
].map(readRange);

function within(name: string, ...texts: readonly string[]): CelFunc {
  return celMethod(name, VALUE, [], BOOL, function () {
    const address = addressOf(this);
    return texts.some((text) => contains(readRange(text), address));
  });
}

function contains({ address, prefix }: AddressRange, other: Address): boolean {
  return address.bits === other.bits && networkOf(address, prefix) === networkOf(other, prefix);
}

function containsRange(range: AddressRange, other: AddressRange): boolean {
  return range.prefix <= other.prefix && contains(range, other.address);
}

function networkOf({ bits, value }: Address, prefix: number): bigint {
  const rest = BigInt(bits - prefix);
  return (value >> rest) << rest;
}

function readAddress(text: string): Address {
  const address = parseAddress(text);
  if (address === undefined) {
    throw new Error('it is not an IP address');
  }
  return address;
}

function readRange(text: string): AddressRange {
  const range = parseRange(text);
  if (range === undefined) {
    throw new Error('it is not a range of IP addresses');
  }
  return range;
}

function ofAddress(address: Address): CelMap {
  return opaque('ip', textOf(address));
}

function ofRange({ address, prefix }: AddressRange): CelMap {
  return opaque('cidr', `${textOf(address)}/${prefix}`);
}

function addressOf(value: CelMap): Address {
  return readAddress(String(contentOf('ip', value)));
}

function rangeOf(value: CelMap): AddressRange {
  return readRange(String(contentOf('cidr', value)));
}

interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

const URL_FORM = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#\s]*))?([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/;

/** Go's `url.ParseRequestURI`: an absolute address, or a path that begins with a slash. */
function parseUrl(text: string): UrlParts | undefined {
  const [whole, scheme = '', authority = '', path = '', query = ''] = URL_FORM.exec(text) ?? [];
  if (whole === undefined || (scheme === '' && !text.startsWith('/')) || /%(?![0-9A-Fa-f]{2})/.test(path)) {
    return undefined;
  }
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return /:(?!\d*$)/.test(host.replace(/^\[[^\]]*\]/, '')) ? undefined : { scheme, host, path, query };
}

function partsOf(value: CelMap): UrlParts {
  return parseUrl(String(contentOf('url', value)))!;
}

function urlPart(name: string, part: (parts: UrlParts) => string): CelFunc {
  return celMethod(name, VALUE, [], STRING, function () {
    return part(partsOf(this));
  });
}
