/** Six bytes as Go's `net.ParseMAC` reads them: with colons, with dashes, or in three groups with dots. */
const MAC = /^(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})$/i;

/** Whether KubeVirt takes it as the address of a network card. */
export function isMacAddress(text: string): boolean {
  return MAC.test(text);
}

/** Domain, bus, device and function: `0000:81:01.0`. */
export function isPciAddress(text: string): boolean {
  return /^[\da-f]{4}:[\da-f]{2}:[\da-f]{2}\.[0-7]$/i.test(text);
}
