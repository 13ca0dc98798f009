import type { GateState } from './check-fields';
import { isOn } from './enablement';
import { judgeListed } from './judge';

/** Gates that a cluster lists and that are on by that: one that is on by itself was not chosen. */
export function chosenGates({ gates, lists, isKnown }: GateState): string[] {
  const { kubevirt } = gates;
  return [...new Set(isKnown ? (lists.featureGates ?? []) : [])].filter(
    (gate) => isOn(gate, lists, kubevirt, (name) => gates.stageOf(name)) && judgeListed(gate, gates)?.leftOut !== true,
  );
}
