import { uuidV5 } from '../../kube/hash';

/** Ours, forever: every derived UUID depends on it, and a changed UUID is another machine for its guest. */
const NAMESPACE = '8f2a5d1c-6f0b-5c1e-9a37-4d0e7b6c2f91';

/** Seed of a guest's identity: platform, namespace and name, so that it is the same on any machine. */
export function guestSeed(platform: string, namespace: string | undefined, name: string): string {
  return `${platform}/${namespace ?? 'default'}/${name}`;
}

/** The UUID of a guest that has none yet. */
export function derivedUuid(seed: string): string {
  return uuidV5(NAMESPACE, `${seed}/uuid`);
}

/** The serial of a guest that has none yet. */
export function derivedSerial(seed: string): string {
  return uuidV5(NAMESPACE, `${seed}/serial`);
}
