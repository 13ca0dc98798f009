import { updatesOf } from '../../cluster/migratability';
import { clusterHypervisor, saidHypervisor } from '../../cluster/vm-hypervisor';
import { DEFAULT_HYPERVISOR, profileOf } from '../../hypervisors/catalogue';
import { checkFeatures } from '../../hypervisors/check-features';
import { NOTHING_WRONG, type Rule } from '../rule';

/** Instances that ask for what their hypervisor lacks. */
export const hypervisorFeatures: Rule = (cluster) => {
  const { hypervisorsInUse: hypervisors } = cluster.context;
  return {
    template: ({ written, spec, architecture }) => {
      const name = saidHypervisor(written) ?? clusterHypervisor(cluster);
      // KubeVirt is made for it, so that there is nothing to reject; nearly every VM is of this kind.
      if (name === DEFAULT_HYPERVISOR && hypervisors === undefined) {
        return NOTHING_WRONG;
      }
      const profile = profileOf(name, hypervisors?.declared ?? []);
      const { evictionStrategy } = updatesOf(cluster);
      return profile === undefined
        ? NOTHING_WRONG
        : checkFeatures(spec, profile, {
            architecture,
            ...(evictionStrategy === undefined ? {} : { evictionStrategy }),
          }).map((finding) => ({
            ...finding,
            path: `spec.${finding.path}`,
          }));
    },
  };
};
