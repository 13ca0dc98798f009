import type { ClusterView } from '../../cluster/cluster-view';
import { updatesOf } from '../../cluster/migratability';
import { type HypervisorLabel, hypervisorLabel, policyFor } from '../../cluster/vm-hypervisor';
import { hypervisorNames } from '../../hypervisors/catalogue';
import { chooseHypervisor } from '../../hypervisors/check-declared';
import { HYPERVISOR_LABEL } from '../../hypervisors/declaration';
import { NOTHING_WRONG, type Rule, type Said } from '../rule';

/** A VM that asks for a hypervisor by the label of a policy, and what is in the way of that. */
export const policyLabel: Rule = (cluster) => ({
  object: (_object, instance) => {
    const label = instance === undefined ? undefined : hypervisorLabel(instance.written);
    return label === undefined
      ? NOTHING_WRONG
      : [...checkKnown(label, cluster), ...checkSteady(label, cluster)].map((said) => ({ ...said, path: label.path }));
  },
});

/** There may be a policy for any name; only what nothing at hand knows is worth a word. */
function checkKnown({ value }: HypervisorLabel, cluster: ClusterView): Said[] {
  const declared = cluster.context.hypervisorsInUse?.declared ?? [];
  return hypervisorNames(declared).includes(value) || policyFor(value, cluster) !== undefined
    ? []
    : [
        {
          code: 'PV401',
          severity: 'warning',
          what: `the label ${HYPERVISOR_LABEL} names "${value}", which no known policy, platform or catalogue defines`,
          why: 'Without a policy for it, KubeVirt silently runs the VM on the hypervisor of the cluster',
          fix: `${chooseHypervisor(value, declared)}, or check it together with the policy`,
        },
      ];
}

/** The workload updater compares images: a pod that a policy changed looks outdated forever. */
function checkSteady({ value }: HypervisorLabel, cluster: ClusterView): Said[] {
  const { workloadUpdateMethods = [], by } = updatesOf(cluster);
  return workloadUpdateMethods.length === 0
    ? []
    : [
        {
          code: 'PV411',
          severity: 'error',
          what:
            `its launcher is changed by a policy for ${value}, but KubeVirt keeps launchers up to date with ` +
            `${workloadUpdateMethods.join(' and ')}`,
          why:
            'KubeVirt compares the launcher’s image with its own, considers it outdated, and migrates the VM again ' +
            'and again',
          fix:
            by === 'KubeVirt'
              ? 'leave workloadUpdateMethods of the KubeVirt resource out'
              : 'write workloadUpdateMethods: [] in the HyperConverged, whose default is LiveMigrate',
          source: 'kubevirt pkg/virt-controller/watch/workload-updater',
        },
      ];
}
