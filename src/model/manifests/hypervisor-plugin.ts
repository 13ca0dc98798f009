import { HYPERVISOR_LABEL } from '../../hypervisors/declaration';
import { domainHooks } from '../../hypervisors/domain-hooks';
import type { HypervisorProfile } from '../../hypervisors/profile';
import type { KubeObject } from '../../kube/object';

/**
 * The Plugin that rewrites the libvirt domain of the VMs of a hypervisor before it is defined.
 *
 * @param name of the Plugin and of the policies for the launcher pods beside it. KubeVirt reads the names of policies nowhere: they
 * tell people what belongs together.
 */
export function hypervisorPlugin(profile: HypervisorProfile, name: string): KubeObject {
  const label = JSON.stringify(HYPERVISOR_LABEL);
  return {
    apiVersion: 'plugin.kubevirt.io/v1alpha1',
    kind: 'Plugin',
    metadata: { name },
    spec: {
      // Evaluated for every VM of the cluster: a label that is looked up and not there would stop each VM without it.
      condition: `${label} in vmi.Labels && vmi.Labels[${label}] == ${JSON.stringify(profile.name)}`,
      failureStrategy: 'Fail',
      domainHooks: domainHooks(profile).map(({ condition, expression }) => ({
        ...(condition === undefined ? {} : { condition }),
        cel: { expression },
      })),
      mutatingAdmissionPolicies: [{ name }],
      validatingAdmissionPolicies: [{ name }],
    },
  };
}
