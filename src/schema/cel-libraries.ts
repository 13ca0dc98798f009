import {
  type CelFunc,
  type CelList,
  type CelMap,
  CelScalar,
  type CelValue,
  celFunc,
  celList,
  celMap,
  celMethod,
  isCelList,
  isCelMap,
  listType,
  mapType,
} from '@bufbuild/cel';
import { type Address, type AddressRange, parseAddress, parseRange, textOf } from '../kube/address';
import { parseQuantity } from '../kube/quantity';
import { patternOf } from './release-view';

const { BOOL, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

/** What Kubernetes adds to lists and texts, beyond what the evaluator has. */
export const LIST_FUNCTIONS: readonly CelFunc[] = [
  celMethod('isSorted', LIST, [], BOOL, function () {
    const items = [...this];
    return items.every((item, i) => i === 0 || !isLess(item, items[i - 1]!));
  }),
  celMethod('sum', LIST, [], DYN, function () {
    return [...this].reduce((sum, item) => (sum === undefined ? item : plus(sum, item)), undefined as never) ?? 0n;
  }),
  celMethod('min', LIST, [], DYN, function () {
    return most(this, (item, best) => isLess(item, best));
  }),
  celMethod('max', LIST, [], DYN, function () {
    return most(this, (item, best) => isLess(best, item));
  }),
  celMethod('indexOf', LIST, [DYN], INT, function (wanted) {
    return BigInt([...this].findIndex((item) => isSame(item, wanted)));
  }),
  celMethod('lastIndexOf', LIST, [DYN], INT, function (wanted) {
    return BigInt([...this].findLastIndex((item) => isSame(item, wanted)));
  }),
  celFunc('sets.contains', [LIST, LIST], BOOL, (list, others) => [...others].every((other) => isIn(list, other))),
  celFunc('sets.intersects', [LIST, LIST], BOOL, (list, others) => [...others].some((other) => isIn(list, other))),
  celFunc(
    'sets.equivalent',
    [LIST, LIST],
    BOOL,
    (list, others) => [...others].every((other) => isIn(list, other)) && [...list].every((item) => isIn(others, item)),
  ),
];

/** What Kubernetes adds to texts, and `split` with a limit as Go has it: the rest stays whole. */
export const TEXT_FUNCTIONS: readonly CelFunc[] = [
  celMethod('find', STRING, [STRING], STRING, function (pattern) {
    return regex(pattern).exec(this)?.[0] ?? '';
  }),
  celMethod('findAll', STRING, [STRING], LIST, function (pattern) {
    return celList(allMatches(this, pattern));
  }),
  celMethod('findAll', STRING, [STRING, INT], LIST, function (pattern, limit) {
    const found = allMatches(this, pattern);
    return celList(limit < 0n ? found : found.slice(0, Number(limit)));
  }),
  celMethod('split', STRING, [STRING, INT], LIST, function (separator, limit) {
    const parts = this.split(separator);
    const most = Number(limit);
    return celList(
      most < 0 || parts.length <= most
        ? parts
        : most === 0
          ? []
          : [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)],
    );
  }),
];

function regex(pattern: string): RegExp {
  const found = patternOf(pattern);
  if (found === undefined) {
    throw new Error(`found no matching overload: the pattern ${pattern} cannot be read`);
  }
  return found;
}

function allMatches(text: string, pattern: string): string[] {
  const { source, flags } = regex(pattern);
  return [...text.matchAll(new RegExp(source, `${flags}g`))].map(([match]) => match);
}

function most(list: CelList, isBetter: (item: CelValue, best: CelValue) => boolean): CelValue {
  const [first, ...rest] = list;
  if (first === undefined) {
    throw new Error('the list is empty');
  }
  return rest.reduce((best, item) => (isBetter(item, best) ? item : best), first);
}

/** Of two values of one type that has an order; the types were compared when the CRD was created. */
function isLess(a: CelValue, b: CelValue): boolean {
  return (a as string) < (b as string);
}

function plus(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    return a + b;
  }
  if (typeof a === 'number' && typeof b === 'number') {
    return a + b;
  }
  throw new Error('found no matching overload: only numbers have a sum here');
}

function isIn(list: CelList, wanted: CelValue): boolean {
  return [...list].some((item) => isSame(item, wanted));
}

function isSame(a: CelValue, b: CelValue): boolean {
  if (isCelList(a) && isCelList(b)) {
    const [left, right] = [[...a], [...b]];
    return left.length === right.length && left.every((item, i) => isSame(item, right[i]!));
  }
  if (isCelMap(a) && isCelMap(b)) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)!));
  }
  const isNumber = (value: CelValue) => typeof value === 'number' || typeof value === 'bigint';
  // biome-ignore lint/suspicious/noDoubleEquals: 1 and 1.0 are equal in CEL
  return a === b || (isNumber(a) && isNumber(b) && a == b);
}

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

const QUANTITY = mapType(STRING, DYN);
const ONE = 1_000_000_000n;

/** Quantities in rules: `quantity(self.memory).isGreaterThan(quantity('1Gi'))`. */
export const QUANTITY_FUNCTIONS: readonly CelFunc[] = [
  celFunc('quantity', [STRING], QUANTITY, (text) => ofNano(read(text))),
  celFunc('isQuantity', [STRING], BOOL, (text) => parseQuantity(text) !== undefined),
  compare('isGreaterThan', (a, b) => a > b),
  compare('isLessThan', (a, b) => a < b),
  celMethod('compareTo', QUANTITY, [QUANTITY], INT, function (other) {
    const [a, b] = [nanoOf(this), nanoOf(other)];
    return a < b ? -1n : a > b ? 1n : 0n;
  }),
  celMethod('sign', QUANTITY, [], INT, function () {
    const nano = nanoOf(this);
    return nano < 0n ? -1n : nano > 0n ? 1n : 0n;
  }),
  celMethod('isInteger', QUANTITY, [], BOOL, function () {
    return nanoOf(this) % ONE === 0n;
  }),
  celMethod('asInteger', QUANTITY, [], INT, function () {
    if (nanoOf(this) % ONE !== 0n) {
      throw new Error('the quantity is not a whole number');
    }
    return nanoOf(this) / ONE;
  }),
  celMethod('asApproximateFloat', QUANTITY, [], CelScalar.DOUBLE, function () {
    return Number(nanoOf(this)) / Number(ONE);
  }),
  ...sums('add', (a, b) => a + b),
  ...sums('sub', (a, b) => a - b),
];

function compare(name: string, holds: (a: bigint, b: bigint) => boolean): CelFunc {
  return celMethod(name, QUANTITY, [QUANTITY], BOOL, function (other) {
    return holds(nanoOf(this), nanoOf(other));
  });
}

/** With another quantity, or with a whole number. */
function sums(name: string, sum: (a: bigint, b: bigint) => bigint): CelFunc[] {
  return [
    celMethod(name, QUANTITY, [QUANTITY], QUANTITY, function (other) {
      return ofNano(sum(nanoOf(this), nanoOf(other)));
    }),
    celMethod(name, QUANTITY, [INT], QUANTITY, function (other) {
      return ofNano(sum(nanoOf(this), other * ONE));
    }),
  ];
}

function read(text: string): bigint {
  const quantity = parseQuantity(text);
  if (quantity === undefined) {
    throw new Error('it is not a quantity');
  }
  return quantity.nano;
}

function ofNano(nano: bigint): CelMap {
  return opaque('quantity', nano);
}

function nanoOf(value: CelMap): bigint {
  return contentOf('quantity', value) as bigint;
}

/**
 * A value of a type that CEL itself does not have, as a quantity or an address.
 *
 * The evaluator knows no types but its own and those of protobuf, so it is a map with a key that no manifest has: two of
 * them are equal when their content is.
 */
function opaque(type: string, content: CelValue): CelMap {
  return celMap(new Map<string, CelValue>([[keyOf(type), content]]));
}

/** What is in such a value. A value of another type is a mistake in the rule. */
function contentOf(type: string, value: CelMap): CelValue {
  const content = value.get(keyOf(type));
  if (content === undefined) {
    throw new Error(`found no matching overload: this is not of the type ${type}`);
  }
  return content;
}

/** Whether a value is of such a type. */
function isOpaque(type: string, value: CelMap): boolean {
  return value.has(keyOf(type));
}

function keyOf(type: string): string {
  return `\0${type}`;
}
