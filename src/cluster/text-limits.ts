/** The longest serial number that virt-api takes, in characters. */
export const LONGEST_SERIAL = 256;

/** Whether virt-api takes it as the serial number of a disk or of a guest. */
export function isSerial(text: string): boolean {
  return /^[A-Za-z0-9_.+-]+$/.test(text) && text.length <= LONGEST_SERIAL;
}

/** Longest data of cloud-init in bytes, as every object is handed to many nodes; a Secret holds more. */
export const LONGEST_CLOUD_INIT = 2048;

/** Whether virt-api takes it as data of cloud-init. No character has more than three bytes for each of its units. */
export function fitsCloudInit(text: string): boolean {
  return (
    text.length * 3 <= LONGEST_CLOUD_INIT || (text.length <= LONGEST_CLOUD_INIT && bytesOf(text) <= LONGEST_CLOUD_INIT)
  );
}

/** How many bytes a text has. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
