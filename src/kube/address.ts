/** An IP address as a number. */
export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** An address with the length of its network's prefix, as `10.0.0.0/8` writes it. */
export interface AddressRange {
  readonly address: Address;
  readonly prefix: number;
}

/**
 * An IP address as Go's `netip` reads it: no leading zeros in IPv4, and, as Kubernetes wants it, neither a zone nor an IPv4
 * address in the clothes of IPv6.
 */
export function parseAddress(text: string): Address | undefined {
  const value = text.includes(':') ? parseSix(text) : parseFour(text);
  return value === undefined ? undefined : { bits: text.includes(':') ? 128 : 32, value };
}

/** A range of addresses; the address may have bits beyond the prefix. */
export function parseRange(text: string): AddressRange | undefined {
  const [, before = '', length = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const address = parseAddress(before);
  const prefix = Number(length);
  return address === undefined || prefix > address.bits ? undefined : { address, prefix };
}

/** The canonical way to write an address (RFC 5952). */
export function textOf({ bits, value }: Address): string {
  if (bits === 32) {
    return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  }
  const groups = Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));
  const { at, length } = longestZeros(groups);
  return length < 2 ? groups.join(':') : `${groups.slice(0, at).join(':')}::${groups.slice(at + length).join(':')}`;
}

function parseFour(text: string): bigint | undefined {
  const parts = text.split('.');
  const isGood = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isGood ? parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) : undefined;
}

function parseSix(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) {
    return undefined;
  }
  const [before, after] = [groupsOf(halves[0]!), groupsOf(halves[1] ?? '')];
  const missing = 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...after];
  const isWhole = halves.length === 2 ? missing > 0 : missing === 0;
  return isWhole && groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))
    ? groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
    : undefined;
}

function groupsOf(half: string): string[] {
  return half === '' ? [] : half.split(':');
}

function longestZeros(groups: readonly string[]): { at: number; length: number } {
  let best = { at: 0, length: 0 };
  for (let at = 0; at < groups.length; at++) {
    let length = 0;
    while (groups[at + length] === '0') {
      length++;
    }
    best = length > best.length ? { at, length } : best;
  }
  return best;
}
