import type { Finding } from '../findings/finding';
import { checkChoices, checkDemands } from '../placement/check';
import type { PlacementDeclaration } from '../placement/declaration';
import { demandsOf } from '../placement/demands';
import { checkInstancePlacement, type InstancePlacement, instancePlacement } from '../placement/instance-dialect';

/** A placement as the spec of an instance has it. */
export function placedInstance(placement: PlacementDeclaration | undefined): InstancePlacement | undefined {
  return placement === undefined ? undefined : instancePlacement(demandsOf(placement)).written;
}

/** What is wrong with the placement of a VM by itself. */
export function checkPlacedInstance(placement: PlacementDeclaration): Finding[] {
  const choices = checkChoices(placement);
  if (choices.length > 0) {
    return choices;
  }
  const demands = demandsOf(placement);
  return [...checkDemands(demands), ...checkInstancePlacement(demands)];
}
