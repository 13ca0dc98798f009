import type { Architecture } from '../architectures/facts';
import type { GateState } from '../gates/check-fields';
import { hcoGateLists, hcoWordFor, patchInstead } from '../gates/hco-kubevirt';
import { listsOf } from '../gates/judge';
import { FeatureGates } from '../gates/registry';
import { impliedRelease, versionOf } from '../golden-images/hyper-converged-view';
import type { KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import { NEWEST_HCO } from '../target/target';
import type { CheckContext } from './cluster-view';

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
  if (hyperConverged === undefined) {
    return target.hco === undefined
      ? { gates, lists: {}, isKnown: false }
      : { gates, ...untouchedHyperConverged(target.hco, target.kubevirt), isKnown: false };
  }
  const hco = hcoReleaseOf(target, hyperConverged);
  const { unknown, ...lists } = hcoGateLists(hyperConverged, { hco, kubevirt: target.kubevirt }, workloads);
  const version = versionOf(hyperConverged);
  return {
    gates,
    lists,
    isKnown: unknown === undefined,
    ...(unknown === undefined ? {} : { note: unknown }),
    fixFor: (gate) => {
      if (unknown !== undefined) {
        return `see that ${gate} is on after all: ${unknown}`;
      }
      const word = hcoWordFor(gate, hco, version);
      return word === undefined
        ? patchInstead(gate, 'on')
        : `set ${word} of the HyperConverged, or leave the field out`;
    },
  };
}

/** The gates that HyperConverged sees to where its resource says nothing about them, or was not found. */
function untouchedHyperConverged(hco: Release, kubevirt: Release): Pick<GateState, 'lists' | 'owner' | 'fixFor'> {
  const { unknown: _, ...lists } = hcoGateLists({}, { hco, kubevirt });
  return {
    lists,
    owner: `HyperConverged ${hco}`,
    fixFor: (gate) => {
      const word = hcoWordFor(gate, hco);
      return word === undefined
        ? patchInstead(gate, 'on')
        : `see that the HyperConverged of the cluster sets ${word}; check it together with the VMs to be sure`;
    },
  };
}

/** The release of HyperConverged that a resource is judged by: the one of the target, or what it must be for. */
export function hcoReleaseOf({ hco }: CheckContext['target'], hyperConverged: KubeObject): Release {
  return hco ?? impliedRelease(hyperConverged) ?? NEWEST_HCO;
}
