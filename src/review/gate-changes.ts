import { FeatureGates } from '../gates/registry';
import type { ClusterFacts } from './effects/cluster-facts';
import type { GateChange } from './result';

/** Gates that are on on one side only. */
export function gatesThatChange(was: ClusterFacts, is: ClusterFacts): GateChange[] {
  // Where the KubeVirt of a side is not at hand, its gates are not known: the defaults would make changes up.
  if (was.configured !== is.configured) {
    return [];
  }
  const names = new Set([...namesOf(was), ...namesOf(is)]);
  const word = (on: boolean) => (on ? 'on' : 'off');
  return [...names]
    .filter((gate) => was.isOn(gate) !== is.isOn(gate))
    .sort()
    .map((gate) => ({ gate, before: word(was.isOn(gate)), after: word(is.isOn(gate)) }));
}

function namesOf({ kubevirt, view }: ClusterFacts): string[] {
  return FeatureGates.of(kubevirt, view.context.supportByArch).names();
}
