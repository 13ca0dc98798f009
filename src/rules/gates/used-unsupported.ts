import { ARCHITECTURES, type Architecture } from '../../architectures/facts';
import { chosenGates, gatesUsedBy, hasGuestFields } from '../../gates/check-fields';
import type { SupportStatus } from '../../gates/support';
import type { Said } from '../rule';
import type { GatePicture, Guest } from './picture';
import { SUPPORT_SOURCE } from './support';

const LACKS: Readonly<Partial<Record<SupportStatus, string>>> = {
  Unsupported: 'unsupported',
  Pending: 'not supported yet',
  Unverified: 'not verified',
};

/**
 * The gates that a guest uses, its cluster lists and its architecture does not support.
 *
 * For guests whose KubeVirt is consulted and not judged: where it is judged, it has one finding, which names them.
 */
export function unsupportedUses({ state }: Pick<GatePicture, 'state'>): (guest: Guest) => readonly Said[] {
  const { gates } = state;
  const lacking = (gate: string, architecture: Architecture) => LACKS[gates.statusOf(gate, architecture)];
  const listed = chosenGates(state).filter(
    (gate) => hasGuestFields(gate) && ARCHITECTURES.some((each) => lacking(gate, each) !== undefined),
  );
  if (listed.length === 0) {
    return () => [];
  }
  return (guest) => {
    const { architecture } = guest;
    if (architecture === undefined) {
      return [];
    }
    const asked = listed.filter((gate) => lacking(gate, architecture) !== undefined);
    const used = asked.length === 0 ? undefined : gatesUsedBy(guest, gates);
    return asked
      .filter((gate) => used?.has(gate))
      .map((gate) => {
        const isUnverified = gates.statusOf(gate, architecture) === 'Unverified';
        return {
          code: isUnverified ? 'PV211' : 'PV210',
          severity: isUnverified ? ('info' as const) : ('warning' as const),
          path: 'spec.architecture',
          what: `the guest uses ${gate}, which is ${lacking(gate, architecture)} on ${architecture}`,
          why: `On ${architecture}: ${gates.supportOf(gate, architecture).evidence}`,
          fix: 'run it on another architecture; where you know better, say so under supportByArch',
          source: SUPPORT_SOURCE,
        };
      });
  };
}
