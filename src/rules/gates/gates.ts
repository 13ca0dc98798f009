import type { ClusterView } from '../../cluster/cluster-view';
import { kindOf } from '../../cluster/instance-of';
import { checkGuestFields, checkObjectFields } from '../../gates/check-fields';
import type { Rule, RuleVisitors } from '../rule';
import { listedGates } from './listed';
import { type GatePicture, Guest, gatePictureOf } from './picture';

/** Feature gates: what is listed, and what objects need of them. */
export const gates: Rule = (cluster) => {
  const picture = gatePictureOf(cluster);
  return { ...listedGates(cluster, picture), ...usedGates(cluster, picture) };
};

/** Objects and guests with fields that need a gate which is off. */
function usedGates(cluster: ClusterView, { state, graceDevices }: GatePicture): RuleVisitors {
  return {
    object: (object) => checkObjectFields(object, kindOf(object), state),
    template: (instance) => checkGuestFields(new Guest(instance, cluster, graceDevices), state),
  };
}
