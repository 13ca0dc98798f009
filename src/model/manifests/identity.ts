import { uuidV5 } from '../../kube/hash';

/** Ours, for ever: every derived UUID depends on it, and a changed UUID is another machine for its guest. */
const NAMESPACE = '8f2a5d1c-6f0b-5c1e-9a37-4d0e7b6c2f91';

/** What makes a guest itself. */
export interface GuestIdentity {
  readonly uuid: string;
  readonly serial: string;
}

/**
 * The identity of a guest: what it has already, and for the rest the same for the same platform, namespace and name, on any
 * VM.
 */
export function guestIdentity(
  platform: string,
  namespace: string | undefined,
  name: string,
  known: Partial<GuestIdentity> = {},
): GuestIdentity {
  const vm = `${platform}/${namespace ?? 'default'}/${name}`;
  return {
    uuid: known.uuid ?? uuidV5(NAMESPACE, `${vm}/uuid`),
    serial: known.serial ?? uuidV5(NAMESPACE, `${vm}/serial`),
  };
}
