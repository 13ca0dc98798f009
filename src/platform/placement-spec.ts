import { ARCH_LABEL } from '../architectures/facts';
import { compact, nonEmpty } from '../kube/object';
import type { HyperConvergedPlacement } from './hyper-converged';
import type { Toleration } from './virtual-machine';

/** A placement as HyperConverged, KubeVirt and CDI write it. */
export interface PlacementSpec {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: object;
  readonly tolerations?: Toleration[];
}

/** A placement as a manifest has it: one architecture is a label, several are an affinity. */
export function placementSpec(placement: HyperConvergedPlacement | undefined): PlacementSpec | undefined {
  if (placement === undefined) {
    return undefined;
  }
  const { architectures = [], nodeSelector, tolerations } = placement;
  const [only, ...more] = architectures;
  const one = only !== undefined && more.length === 0 ? { [ARCH_LABEL]: only } : {};
  return compact({
    nodeSelector: compact({ ...nodeSelector, ...one }),
    affinity:
      more.length === 0
        ? undefined
        : {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: ARCH_LABEL, operator: 'In', values: [...architectures] }] },
                ],
              },
            },
          },
    tolerations: nonEmpty(tolerations),
  });
}
