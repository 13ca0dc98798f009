import { listAt } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { mayBeHindered, migratabilityFrom, updatesOf } from '../../cluster/migratability';
import { isClaim, textOf } from '../../pods/traits';
import { type FindingRule, type Found, NOTHING_WRONG, type RuleVisitors } from '../rule';

export const PV517: FindingRule = {
  code: 'PV517',
  severity: 'warning',
  title: 'drain that never ends',
  page: () => ({
    meaning:
      'The `evictionStrategy` of a VM requires a live migration when its node is drained, but the VM can never ' +
      'migrate.',
    impact:
      'KubeVirt denies every eviction of the pod, so `kubectl drain` and every node upgrade wait forever, and ' +
      'the alert VMCannotBeEvicted fires. virt-api accepts the VM without a warning.',
    diagnosis:
      '`polyvirt explain VirtualMachine/NAME` lists everything that prevents migration, as the condition ' +
      'LiveMigratable will. It is an info if only the cluster-wide strategy requires migration.',
    mitigation:
      'Remove the obstacle: masquerade instead of bridge, ReadWriteMany volumes, no host devices. Or set ' +
      '`evictionStrategy: LiveMigrateIfPossible`, with which the guest is shut down instead.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachineInstance
      metadata: { name: web }
      spec:
        architecture: amd64
        evictionStrategy: LiveMigrate
        domain: { devices: { interfaces: [{ name: default, bridge: {} }] }, memory: { guest: 1Gi } }
        networks: [{ name: default, pod: {} }]
    `,
    output: `
      warning PV517 VirtualMachineInstance web at example.yaml:7:21, spec.evictionStrategy: the VM must migrate when its node is drained, but cannot: InterfaceNotLiveMigratable, cannot migrate VMI which does not use masquerade or a migratable plugin to connect to the pod network.
        KubeVirt denies its eviction, so a drain of its node waits forever. Fix: take away what stands in the way, or write evictionStrategy: LiveMigrateIfPossible, which shuts it down instead.
    `,
  }),
  rule: blocksDrains,
};

/** Claims on the cluster are found by the names that each of many alike VMs has for its own; everything else is the same for all. */
function blocksDrains(cluster: ClusterView): RuleVisitors {
  const areKnown =
    cluster.ofKind('', 'PersistentVolumeClaim').length + cluster.ofKind('cdi.kubevirt.io', 'DataVolume').length > 0;
  const hasClaims = ({ written }: CreatedInstance) => areKnown && listAt(written.spec, 'volumes').some(isClaim);
  return {
    leaveInstance: (instance, errors) =>
      errors.size > 0 || hasClaims(instance) ? NOTHING_WRONG : checkDrain(instance, cluster),
    member: {
      leaveInstance: (instance, errors) =>
        errors.size > 0 || !hasClaims(instance) ? NOTHING_WRONG : checkDrain(instance, cluster),
    },
  };
}

function checkDrain(instance: CreatedInstance, cluster: ClusterView): Found {
  const own = textOf(instance.spec.evictionStrategy);
  const { evictionStrategy, by } = updatesOf(cluster);
  if ((own ?? evictionStrategy) !== 'LiveMigrate' || !mayBeHindered(instance, cluster)) {
    return NOTHING_WRONG;
  }
  const { drain, causes } = migratabilityFrom(instance, cluster);
  const [first, ...others] = causes.filter(({ decides }) => decides.includes('live'));
  // Without a KubeVirt resource it is not known what a VM without networks gets.
  const isGuess = by === undefined && others.length === 0 && isOfCluster(instance, first?.reason);
  if (drain !== 'blocks' || first === undefined || isGuess) {
    return NOTHING_WRONG;
  }
  return [
    {
      code: 'PV517',
      severity: own === undefined ? 'info' : 'warning',
      path: 'evictionStrategy',
      what: `the VM must migrate when its node is drained, but cannot: ${first.reason}, ${first.message}`,
      why: 'KubeVirt denies its eviction, so a drain of its node waits forever',
      fix:
        'take away what stands in the way, or write evictionStrategy: LiveMigrateIfPossible, which shuts it down ' +
        'instead',
      source: first.source,
    },
  ];
}

/** A network that KubeVirt adds, or a plugin that its resource describes. */
function isOfCluster({ interfaces }: CreatedInstance, reason: string | undefined): boolean {
  return reason === 'InterfaceNotLiveMigratable' && !interfaces.some(({ item }) => item.bridge !== undefined);
}
