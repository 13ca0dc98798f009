/** The longest serial number that virt-api takes, in characters. */
export const LONGEST_SERIAL = 256;

/** Whether virt-api takes it as the serial number of a disk or of a guest. */
export function isSerial(text: string): boolean {
  return /^[A-Za-z0-9_.+-]+$/.test(text) && text.length <= LONGEST_SERIAL;
}
