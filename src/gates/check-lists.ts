import type { Finding } from '../findings/finding';
import { atLeast } from '../kube/release';
import { DISABLED_GATES_SINCE, type GateLists } from './enablement';
import { judgeDisabled, judgeListed } from './judge';
import type { FeatureGates } from './registry';

/** Where the two lists are in a KubeVirt. */
export const LISTS_PATH = 'spec.configuration.developerConfiguration';

/** What is wrong with the lists of a KubeVirt, entry by entry. */
export function checkGateLists(
  { featureGates = [], disabledFeatureGates = [] }: GateLists,
  gates: FeatureGates,
): Finding[] {
  // Before there is a second list, nothing is in both.
  const both = new Set(
    atLeast(gates.kubevirt, DISABLED_GATES_SINCE)
      ? featureGates.filter((gate) => disabledFeatureGates.includes(gate))
      : [],
  );
  const judged = (list: readonly string[], name: string, judge: typeof judgeListed) =>
    list.flatMap((gate, i) => {
      const judgement = both.has(gate) ? undefined : judge(gate, gates);
      return judgement === undefined ? [] : [{ ...judgement.finding, path: `${LISTS_PATH}.${name}[${i}]` }];
    });
  return [
    ...judged(featureGates, 'featureGates', judgeListed),
    // A field that the release does not have is said as such, whatever is in it.
    ...(atLeast(gates.kubevirt, DISABLED_GATES_SINCE)
      ? judged(disabledFeatureGates, 'disabledFeatureGates', judgeDisabled)
      : []),
    ...[...both].map((gate) => inBoth(gate, featureGates.indexOf(gate))),
  ];
}

function inBoth(gate: string, i: number): Finding {
  return {
    code: 'PV207',
    severity: 'error',
    path: `${LISTS_PATH}.featureGates[${i}]`,
    what: `${gate} is in featureGates and in disabledFeatureGates`,
    why: 'An update that changes one of the lists is refused; a resource created so is taken, and the gate is on',
    fix: 'remove it from one of them',
    source: 'kubevirt pkg/virt-operator/webhooks/kubevirt-update-admitter.go',
  };
}
