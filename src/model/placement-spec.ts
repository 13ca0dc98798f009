import type { Finding } from '../findings/finding';
import { type NodePlacementSpec, nodePlacement, type PlacedComponent } from '../placement/affinity';
import { checkChoices } from '../placement/check-written';
import type { WrittenPlacement } from '../placement/declaration';
import { allDemands, type Demands, demandsOf } from '../placement/demands';
import type { HyperConvergedPlacement, NodePlacement } from './component-placement';
import type { Plain } from './rows/plain';

/** A placement as HyperConverged, KubeVirt and CDI write it. */
type PlacementSpec = NodePlacementSpec;

/** What a component of HyperConverged or KubeVirt is told about nodes. */
export type ComponentPlacement = Plain<HyperConvergedPlacement> | Plain<NodePlacement>;

/** A placement as a manifest has it: one value is a selector, several are an affinity. */
export function placementSpec(
  placement: ComponentPlacement | undefined,
  component: PlacedComponent = 'workloads',
): PlacementSpec | undefined {
  return placement === undefined ? undefined : writtenPlacement(placement, component).written;
}

/** Parts of a placement that such an object cannot say: choices of nodes that are none, and what it has no words for. */
export function leftOutOfPlacement(placement: ComponentPlacement | undefined, component: PlacedComponent): Finding[] {
  return placement === undefined
    ? []
    : [...checkChoices(placement.placement), ...writtenPlacement(placement, component).findings].map((finding) => ({
        ...finding,
        path: `${component}.${finding.path}`,
      }));
}

function writtenPlacement(
  placement: ComponentPlacement,
  component: PlacedComponent,
): WrittenPlacement<PlacementSpec | undefined> {
  return nodePlacement(componentDemands(placement), component);
}

/** Everything that is asked of nodes, wherever it is said. */
export function componentDemands(placement: ComponentPlacement): Demands {
  const architectures =
    'architectures' in placement
      ? placement.architectures
      : 'architecture' in placement && placement.architecture !== undefined
        ? [placement.architecture]
        : [];
  const { nodeSelector = {}, tolerations = [] } = placement;
  return allDemands(
    demandsOf({
      hard: [
        ...Object.entries(nodeSelector).map(([key, value]) => ({ key, values: [value] })),
        ...(architectures === undefined || architectures.length === 0 ? [] : [{ architectures }]),
      ],
      tolerations,
    }),
    demandsOf(placement.placement),
  );
}
