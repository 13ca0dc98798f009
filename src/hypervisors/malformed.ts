import type { Finding } from '../findings/finding';

/** Something in the declaration of a hypervisor that cannot be meant. */
export function malformed(path: string, what: string, why: string, fix: string): Finding {
  return { code: 'PV403', severity: 'error', path, what, why, fix };
}
