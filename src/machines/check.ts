import type { Finding } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import type { Generation } from '../placement/presets';
import { checkDeployment } from './check-deployment';
import { type ControllerContext, checkFields } from './check-fields';
import { checkPromises } from './check-promises';
import { checkSpelling } from './check-spelling';
import { checkValues } from './check-values';
import { DIALECT_ANNOTATION, LAST_FLAT, NEWEST_CONTROLLER } from './facts';
import { viewMachineDeployment, writtenFor } from './view';

/** What is known of the clusters around a MachineDeployment. */
interface MachinesContext {
  /** Nothing where the target does not say it: then the newest counts, or the first ones where the keys are theirs. */
  readonly controller?: Release;
  /** KubeVirt's default for a machine that names no architecture. */
  readonly defaultArchitecture?: string;
}

/** Everything that there is to say about one MachineDeployment, rendered or written by hand. */
export function checkMachineDeployment(
  object: KubeObject,
  { controller, defaultArchitecture }: MachinesContext,
): Finding[] {
  const view = viewMachineDeployment(object);
  const generation = writtenFor(view, controller);
  const context: ControllerContext = {
    controller: view.isProposal ? LAST_FLAT : (controller ?? (isFlat(generation) ? LAST_FLAT : NEWEST_CONTROLLER)),
    isTold: controller !== undefined,
  };
  return [
    ...(view.isProposal ? [PROPOSED] : []),
    ...checkDeployment(object, view),
    ...checkFields(view, context),
    ...checkValues(view, context),
    ...checkSpelling(view, context),
    ...checkPromises(view, context, defaultArchitecture),
  ];
}

/** Written by those who know: it says so itself. */
const PROPOSED: Finding = {
  code: 'PV612',
  severity: 'info',
  path: `metadata.annotations["${DIALECT_ANNOTATION}"]`,
  what: 'no release of machine-controller takes this: it is written for one as it was once proposed',
  why: 'From 1.44 on the webhook refuses the object; before that the controller passes over the presets',
  fix: 'apply it only where you run such a controller; otherwise leave dialect out',
  source: 'kubermatic docs/proposals/kubevirt-node-placement.md',
};

function isFlat(generation: Generation): boolean {
  return generation === 'flat' || generation === 'proposal';
}
