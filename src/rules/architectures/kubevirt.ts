import { checkArchitecture, isArchitecture } from '../../architectures/architecture';
import type { ClusterView } from '../../cluster/cluster-view';
import { clusterContextOf } from '../../cluster/launcher-context';
import type { Finding } from '../../findings/finding';
import type { KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { workerArchitectures } from '../../target/nodes';
import { checkComponentPlacement } from '../placement/component-placement';
import type { Rule } from '../rule';
import { checkClusterTraps } from './cluster-traps';

/** What is wrong with a KubeVirt resource on its cluster, its gates apart. */
export const kubevirt: Rule = (cluster) => ({ kubevirt: (object) => checkKubeVirt(object, cluster) });

const DEFAULT = 'spec.configuration.architectureConfiguration.defaultArchitecture';

function checkKubeVirt(object: KubeObject, cluster: ClusterView): Finding[] {
  const { kubevirt: release } = cluster.target;
  const told = valueAt(object, DEFAULT);
  return [
    ...checkArchitecture(told === '' ? undefined : told, DEFAULT, release),
    ...checkUnsaid(told, cluster),
    ...checkRuns(told, cluster),
    ...checkClusterTraps(object, { kubevirt: release, architectures: cluster.architectures() }),
    ...checkReplicas(valueAt(object, 'spec.workloads.replicas')),
    ...['infra', 'workloads'].flatMap((component) =>
      checkComponentPlacement(
        valueAt(object, `spec.${component}.nodePlacement`),
        `spec.${component}.nodePlacement`,
        release,
      ),
    ),
  ];
}

/**
 * A mixed cluster whose default nothing says.
 *
 * An error only where the nodes are known to be mixed: VMs that name their architecture need no default.
 */
function checkUnsaid(told: unknown, cluster: ClusterView): Finding[] {
  const architectures = cluster.architectures();
  // The operator of a running cluster has written its decision into the status.
  const isDecided = cluster.architectureConfiguration().defaultArchitecture !== undefined;
  if (architectures.length < 2 || isDecided || (told !== undefined && told !== '')) {
    return [];
  }
  const isKnown = cluster.nodes !== undefined || cluster.context.architectures !== undefined;
  return [
    {
      code: 'PV103',
      severity: isKnown ? 'error' : 'warning',
      path: DEFAULT,
      what: `the cluster has ${architectures.join(', ')}, and nothing sets the default`,
      why: 'KubeVirt then permanently uses the architecture of the node where its operator first ran',
      fix: `write defaultArchitecture: ${architectures[0]}, or another of them`,
      source: 'kubevirt pkg/virt-operator/util/config.go SetDefaultArchitecture',
    },
  ];
}

/** A default that no worker has makes every VM that names none wait forever. */
function checkRuns(told: unknown, cluster: ClusterView): Finding[] {
  if (cluster.nodes === undefined || !isArchitecture(told) || cluster.workloadNodes(told).length > 0) {
    return [];
  }
  if (clusterContextOf(cluster).isOn('CrossArchitectureVirtualization')) {
    return [];
  }
  const available = workerArchitectures(cluster.workloadNodes());
  return [
    {
      code: 'PV107',
      severity: 'warning',
      path: DEFAULT,
      what: `no worker is ${told}; they are ${available.join(', ') || 'none'}`,
      why: 'Every VM without an architecture stays Pending forever',
      fix: `write ${available.join(' or ') || 'an architecture that the workers have'}`,
      source: 'kubevirt pkg/defaults/defaults.go; pkg/virt-controller/services/nodeselectorrenderer.go',
    },
  ];
}

function checkReplicas(replicas: unknown): Finding[] {
  return replicas === undefined
    ? []
    : [
        {
          code: 'PV003',
          severity: 'warning',
          path: 'spec.workloads.replicas',
          what: 'workloads have no replicas',
          why: 'It runs as a DaemonSet, one pod per node, so the number has no effect',
          fix: 'leave it out, or write it under infra',
          source: 'kubevirt pkg/virt-operator/resource/generate/components/daemonsets.go',
        },
      ];
}
