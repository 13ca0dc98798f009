import { NOTHING_WRONG, type Rule } from '../rule';
import { checkDevices } from './devices';
import { fitCheck } from './fits';
import { checkRunsSomewhere } from './nodes';

/** Whether there is a node for a VM, where nodes are known. */
export const somewhere: Rule = (cluster) => {
  if (cluster.nodes === undefined) {
    return {};
  }
  const checkFits = fitCheck(cluster);
  return {
    leaveInstance: (instance, errors) => {
      const { object, spec, architecture } = instance;
      if (architecture === undefined) {
        return NOTHING_WRONG;
      }
      const nowhere = [
        ...checkRunsSomewhere(spec, architecture, cluster),
        ...checkDevices(object, spec, architecture, cluster),
      ];
      // What contradicts itself selects no node, whatever the nodes are.
      if (errors.has('PV513') || errors.has('PV606')) {
        return nowhere.filter(({ code }) => code !== 'PV501');
      }
      // What is rejected, or has no node for another reason, is not told again.
      return errors.size > 0 || nowhere.length > 0 ? nowhere : checkFits(instance);
    },
  };
};
