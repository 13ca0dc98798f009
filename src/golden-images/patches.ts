import { ARCH_LABEL } from '../architectures/facts';
import { isMap, type KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import { MULTI_ARCH_SWITCH } from './facts';
import { mapAt, viewHyperConverged } from './hyper-converged-view';
import { switchPlace } from './switch';

/** A merge patch (RFC 7386) of a resource. */
export type MergePatch = Readonly<Record<string, unknown>>;

/** Switches images by architecture on, in the place that the release wants; nothing where it cannot. */
export function enablePatch(object: KubeObject, hco: Release): MergePatch | undefined {
  const { version } = viewHyperConverged(object, hco);
  switch (switchPlace(version, hco)) {
    case 'gate':
      return { spec: { featureGates: { [MULTI_ARCH_SWITCH]: true } } };
    case 'list':
      // A merge replaces lists, so the other gates come along.
      return { spec: { featureGates: [...otherGates(object), { name: MULTI_ARCH_SWITCH }] } };
    case 'field':
      return { spec: { workloadSources: { [MULTI_ARCH_SWITCH]: true } } };
    default:
      return undefined;
  }
}

/** Leaves workloads to the nodes of one architecture. */
export function narrowPatch(object: KubeObject, hco: Release, architecture: string): MergePatch {
  const placement = { nodeSelector: { [ARCH_LABEL]: architecture } };
  return viewHyperConverged(object, hco).version === 'v1'
    ? { spec: { deployment: { nodePlacements: { workload: placement } } } }
    : { spec: { workloads: { nodePlacement: placement } } };
}

function otherGates(object: KubeObject): unknown[] {
  const gates = mapAt(object, 'spec')?.featureGates;
  return (Array.isArray(gates) ? gates : []).filter((gate) => !(isMap(gate) && gate.name === MULTI_ARCH_SWITCH));
}
