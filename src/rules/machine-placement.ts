import { ARCH_LABEL } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import type { ClusterView } from '../cluster/cluster-view';
import { clusterContextOf } from '../cluster/launcher-context';
import type { Machine } from '../cluster/machine-of';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { meets, type Requirement, requiredTerms } from '../kube/node-selector';
import { isMap } from '../kube/object';
import { checkWrittenPlacement } from '../placement/check-written';
import { checkNodeContradictions, checkPeerContradictions } from '../placement/contradictions';
import { NOTHING_WRONG, type Subject } from './subject';

/** What is wrong with where an instance is to run, whatever the nodes. Paths are below its spec. */
export function checkPlacement(spec: InstanceSpec): readonly Finding[] {
  if (spec.affinity === undefined && spec.topologySpreadConstraints === undefined && spec.nodeSelector === undefined) {
    return NOTHING_WRONG;
  }
  return [...checkWrittenPlacement(spec), ...checkNodeContradictions(spec)];
}

/**
 * A required affinity for nodes of other architectures than the guest's, which KubeVirt selects nodes by as well.
 *
 * A selector of the user for another architecture wins over that of KubeVirt: a trap of its own.
 */
export function checkPlacedArchitecture(machine: Machine, cluster: ClusterView): readonly Finding[] {
  const { architecture, object, expanded } = machine;
  const { affinity, nodeSelector } = expanded.spec;
  if (architecture === undefined || affinity === undefined || (isMap(nodeSelector) && ARCH_LABEL in nodeSelector)) {
    return NOTHING_WRONG;
  }
  const terms = requiredTerms(affinity) ?? NOTHING_WRONG;
  const asked = terms.map((term) => term.filter(({ key, isField }) => key === ARCH_LABEL && isField !== true));
  const node = { name: '', labels: { [ARCH_LABEL]: architecture }, known: 'exported' as const };
  const excludes = (of: readonly Requirement[]) => of.some((each) => meets(node, each) === 'no');
  if (terms.length === 0 || !asked.every(excludes)) {
    return NOTHING_WRONG;
  }
  const { isOn } = clusterContextOf(cluster);
  const wanted = [...new Set(asked.flat().flatMap(({ operator, values }) => (operator === 'In' ? values : [])))];
  const isTemplate = object.kind === 'KubevirtMachineTemplate';
  return isOn('CrossArchitectureVirtualization')
    ? NOTHING_WRONG
    : [
        {
          code: isTemplate ? 'PV606' : 'PV513',
          severity: 'error',
          path: 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution',
          what: `${isTemplate ? 'machines' : 'it'} must go to ${wanted.join(' or ') || 'other'} nodes, and KubeVirt makes ${isTemplate ? 'them' : 'it'} ${architecture}`,
          why: 'A guest has one architecture, and its pod asks for nodes of that one as well: it stays Pending for ever',
          fix: `write the architecture of the guest, or ask for nodes of ${architecture}`,
          source: 'kubevirt pkg/virt-controller/services/nodeselectorrenderer.go',
        },
      ];
}

/** Instances that must be together with the ones that they must keep away from. */
export function checkPeers({ object, instance, machine }: Subject): readonly Finding[] {
  const affinity = machine?.expanded.spec.affinity;
  if (instance === undefined || affinity === undefined) {
    return NOTHING_WRONG;
  }
  const { metadata } = instance.template;
  return checkPeerContradictions(affinity, isMap(metadata) ? metadata.labels : undefined).map((finding) => ({
    ...finding,
    object: findingObject(object),
    path: `${instance.path}.${finding.path}`,
  }));
}

/** Nothing refuses it: virt-handler takes the time for over as soon as it has asked the guest to shut down. */
export function checkGracePeriod({ terminationGracePeriodSeconds: seconds }: InstanceSpec): readonly Finding[] {
  return typeof seconds !== 'number' || seconds >= 0
    ? NOTHING_WRONG
    : [
        {
          code: 'PV003',
          severity: 'warning',
          path: 'terminationGracePeriodSeconds',
          what: `${seconds} is not a number of seconds`,
          why: 'Nothing refuses it, and the guest is killed as soon as it was asked to shut down',
          fix: 'write a whole number, 0 or more',
          source: 'kubevirt pkg/virt-handler/vm.go, hasGracePeriodExpired',
        },
      ];
}
