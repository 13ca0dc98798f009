import type { ClusterView } from '../../cluster/cluster-view';
import { kindOf } from '../../cluster/instance-of';
import { checkGuestFields, checkObjectFields } from '../../gates/check-fields';
import type { Rule, RuleVisitors } from '../rule';
import { listedGates } from './listed';
import { type GatePicture, Guest, gatePictureOf } from './picture';
import { unsupportedUses } from './used-unsupported';

/** Feature gates: what is listed, and what objects need of them. */
export const gates: Rule = (cluster) => {
  const picture = gatePictureOf(cluster);
  return { ...listedGates(cluster, picture), ...usedGates(cluster, picture) };
};

/** Objects and guests with fields that need a gate which is off. */
function usedGates(cluster: ClusterView, { kubevirt, state, graceDevices }: GatePicture): RuleVisitors {
  const isJudged = kubevirt === undefined || cluster.objects.includes(kubevirt);
  const unsupported = isJudged ? undefined : unsupportedUses({ state });
  return {
    object: (object) => checkObjectFields(object, kindOf(object), state),
    template: (instance) => {
      const guest = new Guest(instance, cluster, graceDevices);
      const found = checkGuestFields(guest, state);
      return unsupported === undefined ? found : [...found, ...unsupported(guest)];
    },
  };
}
