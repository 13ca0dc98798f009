import type { Finding } from '../findings/finding';
import { checkChoices, checkDemands } from '../placement/check';
import { demandsOf } from '../placement/demands';
import { checkInstancePlacement } from '../placement/instance-dialect';
import type { PlacedComponent } from '../placement/node-placement';
import { checkPlacedInstance } from './instance-placement';
import { type ComponentPlacement, componentDemands, writtenPlacement } from './placement-spec';
import type { InstanceDeclaration } from './virtual-machine';

/** What is wrong with the placement of a machine. */
export function checkPlacement({ placement, nodeSelector = {} }: InstanceDeclaration): Finding[] {
  if (placement === undefined) {
    return [];
  }
  const selectors = Object.entries(nodeSelector);
  if (selectors.length === 0 || checkChoices(placement).length > 0) {
    return checkPlacedInstance(placement);
  }
  const demands = demandsOf(placement);
  const selected = selectors.map(([key, value]) => ({
    path: `nodeSelector[${JSON.stringify(key)}]`,
    hard: true,
    wanted: true,
    key,
    values: [value],
    weight: 1,
  }));
  return [
    // The selector counts as well, and is judged by itself elsewhere.
    ...checkDemands({ ...demands, nodes: [...selected, ...demands.nodes] }).filter(
      ({ path = '' }) => !path.startsWith('nodeSelector'),
    ),
    ...checkInstancePlacement(demands),
  ];
}

/** What is wrong with where a component of HyperConverged or KubeVirt is placed. */
export function checkComponentPlacement(
  placement: ComponentPlacement | undefined,
  component: PlacedComponent,
): Finding[] {
  if (placement?.placement === undefined) {
    return [];
  }
  const findings = checkChoices(placement.placement);
  return (
    findings.length > 0
      ? findings
      : [...checkDemands(componentDemands(placement)), ...writtenPlacement(placement, component).findings]
  ).map((finding) => ({ ...finding, path: `${component}.${finding.path}` }));
}
