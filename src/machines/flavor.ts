import { atLeast, type Release } from '../kube/release';
import { fieldFact } from './facts';
import { at, configText, type MachineDeploymentView } from './view';

/** Up to 1.55 a flavor names a preset of instances, which decides the size and is chosen by its labels. */
export function flavorOf({ cloud }: MachineDeploymentView, controller: Release): string {
  const fact = fieldFact('virtualMachine.flavor.name')!;
  const isRead = atLeast(controller, fact.since!) && !atLeast(controller, fact.ignoredSince!);
  return isRead ? (configText(at(cloud, 'virtualMachine', 'flavor', 'name')) ?? '?') : '';
}
