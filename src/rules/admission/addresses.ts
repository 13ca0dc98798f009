import { parseAddress } from '../../kube/address';

/**
 * Six bytes as Go's `net.ParseMAC` reads them: with colons, with dashes, in three groups with dots, or without any of these.
 *
 * The last form is read since Go 1.26; a release of KubeVirt does not say which Go its vendor built it with.
 */
const MAC =
  /^(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}|[0-9a-f]{12})$/i;

/** Whether KubeVirt takes it as the address of a network card. */
export function isMacAddress(text: string): boolean {
  return MAC.test(text);
}

/** Domain, bus, device and function: `0000:81:01.0`. */
export function isPciAddress(text: string): boolean {
  return /^[\da-f]{4}:[\da-f]{2}:[\da-f]{2}\.[0-7]$/i.test(text);
}

/** An IPv4 address as Go's `net.ParseIP` reads it, which takes one in the form of IPv6 as well. */
export function isIPv4Address(text: string): boolean {
  return parseAddress(text.replace(/^(?:::|(?:0{1,4}:){5})ffff:(?=\d+\.)/i, ''))?.bits === 32;
}
