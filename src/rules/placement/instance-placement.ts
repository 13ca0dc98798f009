import { ARCH_LABEL } from '../../architectures/facts';
import type { InstanceSpec } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { clusterContextOf } from '../../cluster/launcher-context';
import { shownValue } from '../../findings/secrets/shown-value';
import { isDnsSubdomain } from '../../kube/names';
import { isPlaced, meets, type Requirement, requiredTerms } from '../../kube/node-selector';
import { isMap } from '../../kube/object';
import { checkWrittenPlacement, refusedPod } from '../../placement/check-written';
import { checkNodeContradictions, checkPeerContradictions } from '../../placement/contradictions';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';

/** What is wrong with where an instance is to run, whatever the nodes, and with how long it may take to stop. */
export const instancePlacement: Rule = (cluster) => ({
  instance: (instance) => {
    const { spec } = instance;
    return !isPlaced(spec) && spec.terminationGracePeriodSeconds === undefined && spec.priorityClassName === undefined
      ? NOTHING_WRONG
      : checkPlacement(instance, cluster);
  },
  // It may have to be with VMs that are labelled as it is itself.
  member: { instance: ({ spec, written }) => checkPeers(spec, written.template.metadata) },
});

function checkPlacement(instance: CreatedInstance, cluster: ClusterView): readonly Said[] {
  const { spec, written } = instance;
  const { metadata } = written.template;
  const labels = isMap(metadata) && isMap(metadata.labels) ? metadata.labels : undefined;
  return [
    ...checkWrittenPlacement(spec, labels),
    ...checkNodeContradictions(spec),
    ...checkPlacedArchitecture(instance, cluster),
    ...checkGracePeriod(spec),
    ...checkPriorityClass(spec),
  ];
}

function checkPriorityClass({ priorityClassName: name }: InstanceSpec): readonly Said[] {
  return typeof name !== 'string' || name === '' || isDnsSubdomain(name)
    ? NOTHING_WRONG
    : [
        refusedPod(
          'priorityClassName',
          `${shownValue(name)} is not the name of a priority class`,
          'write the name of a PriorityClass, in lower-case letters, digits, - and .',
        ),
      ];
}

/**
 * A required affinity for nodes of other architectures than the guest's, which KubeVirt selects nodes by as well.
 *
 * A selector of the user for another architecture wins over that of KubeVirt: a trap of its own.
 */
function checkPlacedArchitecture(
  { namedArchitecture: architecture, object, spec }: CreatedInstance,
  cluster: ClusterView,
): readonly Said[] {
  const { affinity, nodeSelector } = spec;
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
  const wanted = [...new Set(asked.flat().flatMap(({ operator, values }) => (operator === 'In' ? values : [])))];
  const isTemplate = object.kind === 'KubevirtMachineTemplate';
  return clusterContextOf(cluster).isOn('CrossArchitectureVirtualization')
    ? NOTHING_WRONG
    : [
        {
          code: isTemplate ? 'PV606' : 'PV513',
          severity: 'error',
          path: 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution',
          what:
            `${isTemplate ? 'machines' : 'it'} must run on ${wanted.join(' or ') || 'other'} nodes, but KubeVirt ` +
            `creates ${isTemplate ? 'them' : 'it'} as ${architecture}`,
          why: 'A guest has one architecture, and its pod also requires nodes of that one: it stays Pending forever',
          fix: `write the architecture of the guest, or ask for nodes of ${architecture}`,
          source: 'kubevirt pkg/virt-controller/services/nodeselectorrenderer.go',
        },
      ];
}

/** Instances that must be together with the ones that they must keep away from. */
function checkPeers({ affinity }: InstanceSpec, metadata: unknown): Found {
  return affinity === undefined
    ? NOTHING_WRONG
    : checkPeerContradictions(affinity, isMap(metadata) ? metadata.labels : undefined);
}

/** Nothing rejects it: virt-handler takes the time for over as soon as it has asked the guest to shut down. */
function checkGracePeriod({ terminationGracePeriodSeconds: seconds }: InstanceSpec): readonly Said[] {
  return typeof seconds !== 'number' || seconds >= 0
    ? NOTHING_WRONG
    : [
        {
          code: 'PV003',
          severity: 'warning',
          path: 'terminationGracePeriodSeconds',
          what: `${seconds} is not a number of seconds`,
          why: 'Nothing rejects it, but the guest is killed as soon as it is asked to shut down',
          fix: 'write a whole number, 0 or more',
          source: 'kubevirt pkg/virt-handler/vm.go, hasGracePeriodExpired',
        },
      ];
}
