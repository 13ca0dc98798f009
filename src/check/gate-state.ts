import type { Architecture } from '../architectures/facts';
import type { GateState } from '../gates/check-fields';
import { LISTS_PATH } from '../gates/check-lists';
import type { GateLists } from '../gates/enablement';
import { hcoGateLists, hcoWordFor, patchInstead } from '../gates/hco-kubevirt';
import { FeatureGates } from '../gates/registry';
import type { KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/values-at';
import type { CheckContext } from './cluster-view';

/** What a KubeVirt says about its gates. */
export function listsOf(kubevirt: KubeObject): GateLists {
  const list = (name: string) =>
    valuesAt(kubevirt, `${LISTS_PATH}.${name}[]`)
      .map(({ value }) => value)
      .filter((value) => typeof value === 'string');
  const reservation = valueAt(kubevirt, 'spec.configuration.persistentReservationConfiguration.enabled');
  return {
    featureGates: list('featureGates'),
    disabledFeatureGates: list('disabledFeatureGates'),
    ...(typeof reservation === 'boolean' ? { persistentReservation: reservation } : {}),
  };
}

/** The gates as the KubeVirt at hand has them, or as a HyperConverged makes them; else what is known without either. */
export function gateStateOf(
  kubevirt: KubeObject | undefined,
  hyperConverged: KubeObject | undefined,
  { target, supportByArch }: CheckContext,
  workloads: readonly Architecture[],
): GateState {
  const gates = FeatureGates.of(target.kubevirt, supportByArch);
  if (kubevirt !== undefined) {
    return { gates, lists: listsOf(kubevirt), isKnown: true };
  }
  const { hco, kubevirt: release } = target;
  if (hyperConverged === undefined || hco === undefined) {
    return { gates, lists: {}, isKnown: false };
  }
  return {
    gates,
    lists: hcoGateLists(hyperConverged, { hco, kubevirt: release }, workloads),
    isKnown: true,
    fixFor: (gate) => {
      const word = hcoWordFor(gate, hco);
      return word === undefined
        ? patchInstead(gate, 'on')
        : `set ${word} of the HyperConverged, or leave the field out`;
    },
  };
}
