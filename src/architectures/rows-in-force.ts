import { holdsIn, type Release, type ReleaseRange } from '../kube/release';
import type { Architecture } from './facts';

/** A fact that holds for some architectures, in some releases of KubeVirt. */
interface Row {
  readonly architectures: readonly Architecture[];
  readonly kubevirt: ReleaseRange;
}

/** The rows that hold for an architecture in a release: chosen once, since all machines of a cluster ask for the same. */
export function rowsInForce<R extends Row>(
  rows: readonly R[],
): (architecture: Architecture, kubevirt: Release) => readonly R[] {
  const chosen = new Map<Architecture, Map<Release, readonly R[]>>();
  return (architecture, kubevirt) => {
    const known = chosen.get(architecture)?.get(kubevirt);
    if (known !== undefined) {
      return known;
    }
    const found = rows.filter((row) => row.architectures.includes(architecture) && holdsIn(row.kubevirt, kubevirt));
    const ofArchitecture = chosen.get(architecture) ?? new Map<Release, readonly R[]>();
    chosen.set(architecture, ofArchitecture.set(kubevirt, found));
    return found;
  };
}
