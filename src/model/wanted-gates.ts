import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { suggestionFor } from '../findings/suggestion';
import { type GateJudgement, judgeDisabled, judgeListed } from '../gates/judge';
import type { FeatureGates, GateSupportDeclaration } from '../gates/registry';
import { type FeatureGate, GATE_NAMES, isFeatureGate, stageOf } from '../gates/stages';
import type { Release } from '../kube/release';

/** The gates that are wanted on and off. */
export interface WantedGates {
  readonly featureGates?: readonly string[];
  readonly disabledFeatureGates?: readonly string[];
}

/** The two lists of a manifest, each without what changes nothing on the target. */
interface EmittedGates {
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

/** Findings about entries that a manifest leaves out; the manifest itself tells of the others. */
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

/**
 * Gates that a cluster of these architectures needs although they are not listed.
 *
 * Before 1.8 virt-api refuses an instance of another architecture than its own unless MultiArchitecture is on; which
 * architecture is "its own" depends on the pod that happens to answer.
 */
export function impliedGates(architectures: readonly Architecture[], kubevirt: Release): FeatureGate[] {
  const checked = stageOf('MultiArchitecture', kubevirt) === 'Alpha';
  return architectures.length > 1 && checked ? ['MultiArchitecture'] : [];
}

/** Names under `supportByArch` that are neither a gate of KubeVirt nor, by a stage, one of the platform's own. */
export function checkDeclaredSupport(declared: GateSupportDeclaration): Finding[] {
  return Object.entries(declared)
    .filter(([name, { stage }]) => stage === undefined && !isFeatureGate(name))
    .map(([name]) => {
      const near = suggestionFor(name, GATE_NAMES);
      const own = 'give it a stage if it is a gate of your own build';
      return {
        code: 'PV202',
        severity: 'error' as const,
        path: `supportByArch.${name}`,
        what: `there is no feature gate "${name}"`,
        why: 'What is said of a gate that does not exist changes nothing, and the gate that was meant stays as it is',
        fix: near === undefined ? own : `did you mean "${near}"? Otherwise ${own}`,
      };
    });
}
