import type { ClusterView } from '../cluster/cluster-view';
import type { Finding } from '../findings/finding';
import { findingObject, groupOf } from '../kube/identity';
import { NOTHING_WRONG, type Subject } from './subject';

/** Kinds into which KubeVirt writes the architecture that it decided on. */
const WRITTEN_INTO = ['VirtualMachine', 'VirtualMachineInstance'];

/**
 * Machines whose architecture neither they nor the cluster say.
 *
 * On a cluster of which nothing is known, nearly always of one architecture, that is as it should be: only a platform that
 * could say it, and a cluster of several architectures, are asked.
 */
export function checkOpenArchitecture({ object, machine }: Subject, cluster: ClusterView): readonly Finding[] {
  if (machine === undefined || machine.architecture !== undefined || !WRITTEN_INTO.includes(object.kind)) {
    return NOTHING_WRONG;
  }
  const isAsked = cluster.context.architectures !== undefined || cluster.architectures().length > 1;
  return !isAsked || groupOf(object.apiVersion) !== 'kubevirt.io'
    ? NOTHING_WRONG
    : [
        {
          code: 'PV102',
          severity: 'warning',
          object: findingObject(object),
          path: `${machine.path}.architecture`,
          what: 'the architecture is left to the cluster',
          why: 'KubeVirt writes its own default and a machine type into the object, which Argo CD shows as drift for ever',
          fix: 'write architecture, or defaultArchitecture of the cluster’s KubeVirt',
          source: 'kubevirt pkg/defaults/defaults.go',
        },
      ];
}
