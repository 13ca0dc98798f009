import type { Cluster } from '../cluster/cluster';
import type { Finding } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import { vmHypervisors } from '../rules/hypervisors/vm-hypervisors';
import type { VmHypervisorRow } from './hypervisors-table';

/** Which hypervisor each VM of a cluster runs on, with the errors among the findings that are about that. */
export function vmHypervisorRows(
  objects: readonly KubeObject[],
  cluster: Cluster,
  findings: readonly Finding[],
): VmHypervisorRow[] {
  const errors = findings.filter(({ code, severity }) => severity === 'error' && /^PV4/.test(code));
  return vmHypervisors(objects, cluster).map(({ object: { kind, metadata }, hypervisor }) => ({
    kind,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    name: metadata.name,
    hypervisor,
    realisation:
      cluster.hypervisorsInUse === undefined ? 'native' : (cluster.hypervisorsInUse.realisations[hypervisor] ?? null),
    errors: [
      ...new Set(
        errors
          .filter(
            ({ object }) =>
              object?.kind === kind && object.name === metadata.name && object.namespace === metadata.namespace,
          )
          .map(({ code }) => code),
      ),
    ].sort(),
  }));
}
