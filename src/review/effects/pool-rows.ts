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
const difference = ({ before, after }: ObjectField) => Math.abs(replicas(before) - replicas(after));
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
    text: (view) => `${difference(view)} more virtual machines.`,
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
    text: (view) => `${difference(view)} virtual machines are deleted, chosen by its strategy; their disks stay.`,
    source: `${SOURCE} scaleIn, 1.7 and later`,
  },
  {
    kinds: KINDS,
    path: 'spec.replicas',
    effect: 'scale-in',
    severity: 'destructive',
    text: (view) =>
      `${difference(view)} virtual machines are deleted with their disks, at random unless its strategy says which.`,
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
