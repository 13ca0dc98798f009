import type { Finding } from '../findings/finding';
import { type GateJudgement, judgeDisabled, judgeListed } from './judge';
import type { FeatureGates } from './registry';

/** The gates that are wanted on and off. */
export interface WantedGates {
  readonly featureGates?: readonly string[];
  readonly disabledFeatureGates?: readonly string[];
}

/** The two lists of a manifest, each without what changes nothing on the target. */
export interface EmittedGates {
  readonly featureGates: readonly string[];
  readonly disabledFeatureGates: readonly string[];
}

/** The lists that give the wanted state on the release of these gates. */
export function emittedGates(wanted: WantedGates, gates: FeatureGates): EmittedGates {
  const { featureGates = [], disabledFeatureGates = [] } = wanted;
  return {
    featureGates: featureGates.filter((gate) => isKept(gate, wanted, judgeListed(gate, gates))),
    disabledFeatureGates: disabledFeatureGates.filter((gate) => isKept(gate, wanted, judgeDisabled(gate, gates))),
  };
}

/** What there is to say about entries that a manifest does without; of the others, the manifest itself tells. */
export function checkLeftOut(wanted: WantedGates, gates: FeatureGates): Finding[] {
  return (
    [
      ['featureGates', judgeListed],
      ['disabledFeatureGates', judgeDisabled],
    ] as const
  ).flatMap(([list, judge]) =>
    (wanted[list] ?? []).flatMap((gate, i) => {
      const judged = judge(gate, gates);
      return judged === undefined || isKept(gate, wanted, judged)
        ? []
        : [{ ...judged.finding, path: `${list}[${i}]`, what: `${judged.finding.what}, and is left out` }];
    }),
  );
}

/** An entry in both lists stays in both, so that the manifest is refused here and not half of it taken silently. */
function isKept(gate: string, wanted: WantedGates, judged: GateJudgement | undefined): boolean {
  const isInBoth = wanted.featureGates?.includes(gate) === true && wanted.disabledFeatureGates?.includes(gate) === true;
  return isInBoth || judged?.leftOut !== true;
}
