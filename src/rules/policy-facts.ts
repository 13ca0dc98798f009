import type { ClusterView } from '../cluster/cluster-view';
import { updatesOf } from '../cluster/migratability';
import { clusterHypervisor } from '../cluster/vm-hypervisor';
import type { PolicyFacts } from '../policies/policy-rule';
import { gatePictureOf } from './gates/picture';

/** What policies ask of a cluster, as the rules of `check` see it. */
export function policyFactsOf(cluster: ClusterView): PolicyFacts {
  const { state, graceDevices } = gatePictureOf(cluster);
  return {
    target: cluster.target,
    defaultArchitecture: cluster.defaultArchitecture()?.architecture,
    apiArchitecture: cluster.apiArchitecture(),
    architectures: cluster.architectures(),
    machineTypes: (architecture) => cluster.machineTypes(architecture),
    gates: state,
    graceDevices,
    evictionStrategy: updatesOf(cluster).evictionStrategy,
    clusterHypervisor: clusterHypervisor(cluster),
    declaredHypervisors: cluster.context.hypervisorsInUse?.declared,
  };
}
