import { isMap } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { atLeast } from '../../kube/release';
import type { ObjectField, ObjectRow } from './effect-row';

const KINDS = ['VirtualMachinePool.pool.kubevirt.io'];
const VM = 'spec.virtualMachineTemplate.spec';
const SOURCE = 'kubevirt pkg/virt-controller/watch/pool/pool.go';

/** How a pool brings changes to its VMs. Up to 1.6 there is one way. */
export function updateStrategyOf({
  after,
  facts,
}: Pick<ObjectField, 'after' | 'facts'>): 'proactive' | 'opportunistic' | 'unmanaged' {
  const said = valueAt(after, 'spec.updateStrategy');
  if (!isMap(said) || !atLeast(facts.kubevirt, '1.7')) {
    return 'proactive';
  }
  return 'unmanaged' in said ? 'unmanaged' : 'opportunistic' in said ? 'opportunistic' : 'proactive';
}

const replicas = (object: unknown) => {
  const value = valueAt(object, 'spec.replicas');
  return typeof value === 'number' ? value : 1;
};
const isProactive = (view: ObjectField) => updateStrategyOf(view) === 'proactive';
const change = ({ before, after }: ObjectField) => Math.abs(replicas(before) - replicas(after));
const atOnce = ({ after }: ObjectField) => {
  const said = valueAt(after, 'spec.maxUnavailable');
  return typeof said === 'string' || typeof said === 'number' ? String(said) : '100%';
};

/** Whether the disks of VMs that a pool gives up stay, by its strategy for scaling in. */
function keepsState({ after }: ObjectField): boolean {
  const state = valueAt(after, 'spec.scaleInStrategy.proactive.statePreservation');
  return state === 'Offline' || state === 'Online';
}

function deletesNothing({ after }: ObjectField): boolean {
  const said = valueAt(after, 'spec.scaleInStrategy');
  return isMap(said) && ('opportunistic' in said || 'unmanaged' in said);
}

/** Pools of virtual machines. Where they update opportunistically, the rows of a VM count for each of them. */
export const POOL_ROWS: readonly ObjectRow[] = [
  {
    kinds: KINDS,
    path: 'spec.replicas',
    when: ({ before, after }) => replicas(after) > replicas(before),
    effect: 'scale-out',
    severity: 'info',
    text: (view) => `${change(view)} more virtual machines.`,
    source: SOURCE,
  },
  {
    kinds: KINDS,
    path: 'spec.replicas',
    when: deletesNothing,
    effect: 'pending',
    severity: 'caution',
    text: 'Nothing is deleted: its strategy leaves that to another controller.',
    source: `${SOURCE} scaleIn, 1.7 and later`,
  },
  {
    kinds: KINDS,
    path: 'spec.replicas',
    when: keepsState,
    effect: 'scale-in',
    severity: 'disruptive',
    text: (view) => `${change(view)} virtual machines are deleted, chosen by its strategy; their disks stay.`,
    source: `${SOURCE} scaleIn, 1.7 and later`,
  },
  {
    kinds: KINDS,
    path: 'spec.replicas',
    effect: 'scale-in',
    severity: 'destructive',
    text: (view) =>
      `${change(view)} virtual machines are deleted with their disks, at random unless its strategy says which.`,
    source: `${SOURCE} scaleIn`,
  },
  {
    kinds: KINDS,
    path: 'spec.virtualMachineTemplate',
    when: (view) => updateStrategyOf(view) === 'unmanaged',
    effect: 'none',
    severity: 'info',
    text: 'The virtual machines that there are stay as they are.',
    source: `${SOURCE} update, 1.7 and later`,
  },
  {
    kinds: KINDS,
    path: `${VM}.dataVolumeTemplates`,
    when: isProactive,
    effect: 'recreate',
    severity: 'destructive',
    text: (view) => `Its virtual machines are deleted with their disks and made anew, ${atOnce(view)} at once.`,
    source: `${SOURCE} update`,
  },
  {
    kinds: KINDS,
    path: `${VM}.template`,
    when: isProactive,
    effect: 'restart-forced',
    severity: 'disruptive',
    text: (view) =>
      `All ${replicas(view.after)} virtual machines that run are shut down and started again, ${atOnce(view)} at once.`,
    source: `${SOURCE} update, isOutdatedVMI`,
  },
  {
    kinds: KINDS,
    path: '',
    effect: 'none',
    severity: 'info',
    text: 'No virtual machine is restarted.',
    source: SOURCE,
  },
];

const count = (object: unknown, path = 'spec.replicas') => {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : 1;
};
const difference = ({ before, after }: ObjectField) => Math.abs(count(before) - count(after));
const grows = ({ before, after }: ObjectField) => count(after) > count(before);
const many = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

const MC = ['MachineDeployment.cluster.k8s.io'];
const CAPI = ['MachineDeployment.cluster.x-k8s.io'];
const MC_SOURCE = 'machine-controller 1.66 pkg/controller/util/machine_deployment.go EqualIgnoreHash';
const CAPI_SOURCE = 'cluster-api 1.14 internal/controllers/machinedeployment/mdutil';

/** How many machines are replaced, and how many at once. */
function rollout({ after }: ObjectField): string {
  const replicas = count(after);
  const said = (key: string, fallback: number) => {
    const value = valueAt(after, `spec.strategy.rollingUpdate.${key}`);
    return typeof value === 'string' || typeof value === 'number' ? value : fallback;
  };
  const [surge, unavailable] = [said('maxSurge', 1), said('maxUnavailable', 0)];
  return `${replicas === 1 ? 'Its machine is' : `All ${replicas} machines are`} replaced, with VM and disks: ${surge} more and ${unavailable} fewer than wanted at a time.`;
}

function scaling(kinds: readonly string[], source: string): ObjectRow[] {
  return [
    {
      kinds,
      path: 'spec.replicas',
      when: grows,
      effect: 'scale-out',
      severity: 'info',
      text: (view) => `${many(difference(view), 'machine')} more.`,
      source,
    },
    {
      kinds,
      path: 'spec.replicas',
      effect: 'scale-in',
      severity: 'disruptive',
      text: (view) => `${many(difference(view), 'machine')} fewer: drained and deleted, with VM and disks.`,
      source,
    },
  ];
}

/** Pools of machines, pods and instances. */
export const GROUP_ROWS: readonly ObjectRow[] = [
  ...scaling(MC, MC_SOURCE),
  {
    kinds: MC,
    path: 'spec.template',
    effect: 'machines-rolled',
    severity: 'disruptive',
    text: rollout,
    source: `${MC_SOURCE}: compared byte by byte`,
  },
  {
    kinds: MC,
    path: 'spec.selector',
    effect: 'machines-rolled',
    severity: 'destructive',
    text: 'The machines that the pool has are left to themselves, and new ones are made.',
    source: MC_SOURCE,
  },
  {
    kinds: MC,
    path: '',
    effect: 'none',
    severity: 'info',
    text: 'No machine is touched.',
    source: MC_SOURCE,
  },
  ...scaling(CAPI, CAPI_SOURCE),
  ...[
    'spec.template.spec.version',
    'spec.template.spec.bootstrap',
    'spec.template.spec.infrastructureRef',
    'spec.template.spec.failureDomain',
  ].map(
    (path): ObjectRow => ({
      kinds: CAPI,
      path,
      effect: 'machines-rolled',
      severity: 'disruptive',
      text: rollout,
      source: CAPI_SOURCE,
    }),
  ),
  {
    kinds: CAPI,
    path: 'spec.template',
    effect: 'live-update',
    severity: 'info',
    text: 'Applied to the machines in place.',
    source: CAPI_SOURCE,
  },
  {
    kinds: CAPI,
    path: '',
    effect: 'none',
    severity: 'info',
    text: 'No machine is touched.',
    source: CAPI_SOURCE,
  },
  {
    kinds: ['VirtualMachineInstanceReplicaSet.kubevirt.io'],
    path: 'spec.replicas',
    when: grows,
    effect: 'scale-out',
    severity: 'info',
    text: (view) => `${many(difference(view), 'instance')} more.`,
    source: 'kubevirt pkg/virt-controller/watch/replicaset/replicaset.go',
  },
  {
    kinds: ['VirtualMachineInstanceReplicaSet.kubevirt.io'],
    path: 'spec.replicas',
    effect: 'scale-in',
    severity: 'disruptive',
    text: (view) => `${many(difference(view), 'instance')} fewer: deleted, whichever they are.`,
    source: 'kubevirt pkg/virt-controller/watch/replicaset/replicaset.go',
  },
  {
    kinds: ['VirtualMachineInstanceReplicaSet.kubevirt.io'],
    path: 'spec.template',
    effect: 'none',
    severity: 'caution',
    text: 'The instances that there are stay as they are; only those that replace them use the template.',
    source: 'kubevirt pkg/virt-controller/watch/replicaset/replicaset.go',
  },
  {
    kinds: ['Deployment.apps', 'StatefulSet.apps', 'DaemonSet.apps'],
    path: 'spec.template',
    effect: 'pods-rolled',
    severity: 'caution',
    text: 'Its pods are replaced one after the other.',
    source: 'Kubernetes, rolling update',
  },
  {
    kinds: ['Deployment.apps', 'StatefulSet.apps', 'ReplicaSet.apps'],
    path: 'spec.replicas',
    when: grows,
    effect: 'scale-out',
    severity: 'info',
    text: (view) => `${many(difference(view), 'pod')} more.`,
    source: 'Kubernetes',
  },
  {
    kinds: ['Deployment.apps', 'StatefulSet.apps', 'ReplicaSet.apps'],
    path: 'spec.replicas',
    effect: 'scale-in',
    severity: 'caution',
    text: (view) => `${many(difference(view), 'pod')} fewer.`,
    source: 'Kubernetes',
  },
];
