import { runStrategyOf } from '../../cluster/instance-of';
import { migratabilityOf } from '../../cluster/migratability';
import { identityOf, nameOf } from '../../kube/identity';
import { asText, type KubeObject, own } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { kindName } from '../diff/field-cursor';
import type { ClusterFacts } from './cluster-facts';
import type { Effect, EffectSeverity } from './effect';

const ARGO = 'argo-cd 3.5 gitops-engine/pkg/sync/sync_context.go';

/** Objects and data that are deleted with an object of a kind. */
const GOES_ALONG: Readonly<
  Record<string, { readonly text: string; readonly source: string; readonly severity?: EffectSeverity }>
> = {
  'VirtualMachine.kubevirt.io': {
    text: 'The VM is shut down and deleted, with the data volumes of its templates and their claims.',
    source: 'kubevirt pkg/virt-controller/watch/vm/vm.go, owner references',
  },
  'VirtualMachineInstance.kubevirt.io': { text: 'The VM is shut down and deleted.', source: 'kubevirt' },
  'VirtualMachineInstanceReplicaSet.kubevirt.io': {
    text: 'Its VMs are shut down and deleted.',
    source: 'kubevirt',
  },
  'VirtualMachinePool.pool.kubevirt.io': { text: 'Its machines are deleted with their disks.', source: 'kubevirt' },
  'KubeVirt.kubevirt.io': {
    text: 'KubeVirt is removed, its CRDs first, and with them every virtual machine of the cluster.',
    source: 'kubevirt pkg/virt-operator/resource/apply/delete.go DeleteAll',
  },
  'HyperConverged.hco.kubevirt.io': {
    text: 'The whole installation is removed, with every virtual machine of the cluster.',
    source: 'HCO',
  },
  'CDI.cdi.kubevirt.io': { text: 'CDI is removed, with all data volumes.', source: 'CDI 1.66' },
  'DataVolume.cdi.kubevirt.io': {
    text: 'Deleted with its claim, as soon as no pod uses that.',
    source: 'CDI 1.66; Kubernetes garbage collection',
  },
  'DataImportCron.cdi.kubevirt.io': {
    text: 'The import ends; images go too where its retention policy is None.',
    source: 'CDI 1.66 dataimportcron-controller.go cleanup',
  },
  'VirtualMachineSnapshot.snapshot.kubevirt.io': {
    text: 'The snapshot is deleted, with its content unless its deletion policy is Retain: nothing can be restored from it.',
    source: 'kubevirt pkg/storage/snapshot/snapshot.go, deletionPolicy',
  },
  'VirtualMachineInstanceMigration.kubevirt.io': {
    text: 'Deleted; the migration is cancelled where it is under way.',
    source: 'kubevirt pkg/virt-controller/watch/migration',
    severity: 'caution',
  },
  'VirtualMachineRestore.snapshot.kubevirt.io': {
    text: 'Deleted; what it restored stays as it is.',
    source: 'kubevirt pkg/storage/snapshot/restore.go',
    severity: 'info',
  },
  'VirtualMachineClone.clone.kubevirt.io': {
    text: 'Deleted; the copy stays.',
    source: 'kubevirt pkg/virt-controller/watch/clone',
    severity: 'info',
  },
  'VirtualMachineExport.export.kubevirt.io': {
    text: 'The data is served no longer.',
    source: 'kubevirt pkg/storage/export/export/export.go',
    severity: 'info',
  },
  PersistentVolumeClaim: { text: 'Deleted with its data, where the reclaim policy is Delete.', source: 'Kubernetes' },
  PersistentVolume: { text: 'Deleted; what becomes of the data is up to its reclaim policy.', source: 'Kubernetes' },
  Namespace: { text: 'Everything in the namespace is deleted, whatever its own options say.', source: 'Kubernetes' },
  'CustomResourceDefinition.apiextensions.k8s.io': {
    text: 'Every object of this kind on the cluster is deleted.',
    source: 'Kubernetes API',
  },
  'MachineDeployment.cluster.k8s.io': {
    text: 'Its machines are deleted, with VM and disks.',
    source: 'machine-controller',
  },
  'MachineDeployment.cluster.x-k8s.io': { text: 'Its machines are deleted, with VM and disks.', source: 'cluster-api' },
  'VirtualMachineClusterInstancetype.instancetype.kubevirt.io': {
    text: 'Deleted: VMs that were made with it run on, new ones cannot be made.',
    source: 'kubevirt pkg/instancetype/find/revision.go',
    severity: 'caution',
  },
  'VirtualMachineInstancetype.instancetype.kubevirt.io': {
    text: 'Deleted: VMs that were made with it run on, new ones cannot be made.',
    source: 'kubevirt pkg/instancetype/find/revision.go',
    severity: 'caution',
  },
};

/** Resources whose removal KubeVirt or CDI rejects while there is something to lose. */
const BLOCKED: Readonly<Record<string, readonly { readonly path: string; readonly byDefault: boolean }[]>> = {
  'KubeVirt.kubevirt.io': [{ path: 'spec.uninstallStrategy', byDefault: false }],
  'CDI.cdi.kubevirt.io': [{ path: 'spec.uninstallStrategy', byDefault: false }],
  'HyperConverged.hco.kubevirt.io': [
    { path: 'spec.uninstallStrategy', byDefault: true },
    { path: 'spec.deployment.uninstallStrategy', byDefault: true },
  ],
};

/** Effects of a new object. */
export function addedEffect(object: KubeObject, facts: ClusterFacts): Effect {
  const action = actionOf(object, facts);
  if (action !== undefined) {
    return action;
  }
  const starts = kindName(object) === 'VirtualMachine.kubevirt.io' && runStrategyOf(object.spec) !== 'Halted';
  return {
    effect: 'create',
    severity: 'info',
    text: starts ? 'The VM is made, and started unless its run strategy waits for that.' : 'Made.',
    source: ARGO,
    ...(starts ? { also: ['start'] } : {}),
  };
}

/** Effects of an object's removal from Git. Options of Argo CD are those that it had: they are read there. */
export function removedEffect(object: KubeObject, facts: Pick<ClusterFacts, 'delivery' | 'cluster'>): Effect {
  const { delivery, cluster } = facts;
  const left = delivery.leftBehind?.(cluster, object);
  if (left !== undefined) {
    return {
      effect: 'kept',
      severity: 'caution',
      text: `Stays on the cluster, no longer managed: ${left}, which deploys it, goes without the resources finalizer.`,
      source: ARGO,
    };
  }
  const kind = kindName(object);
  const options = syncOptions(object);
  if (delivery.prune === false || options.includes('Prune=false')) {
    return {
      effect: 'kept',
      severity: 'caution',
      text: `Stays on the cluster, no longer managed: ${delivery.prune === false ? 'nothing is pruned' : 'it says Prune=false'}.`,
      source: `${ARGO} isPruningDisabled`,
    };
  }
  if (isBlocked(object, kind)) {
    return {
      effect: 'rejected',
      severity: 'rejected',
      text: 'Refused while there are virtual machines or data volumes: its uninstall strategy is BlockUninstallIfWorkloadsExist.',
      otherwise: 'removed, where there are none',
      source: 'kubevirt pkg/virt-operator/webhooks/webhook.go',
    };
  }
  const along = own(GOES_ALONG, kind);
  return {
    effect: 'prune',
    severity: along === undefined ? 'caution' : (along.severity ?? 'destructive'),
    text: along?.text ?? 'Deleted.',
    source: along === undefined ? `${ARGO} pruneObject` : along.source,
    ...(options.includes('Prune=confirm') ? { also: ['needs-confirmation'] } : {}),
    ...(delivery.prune === undefined
      ? { otherwise: 'stays on the cluster, where nothing is pruned', assumes: ['prune'] as const }
      : {}),
  };
}

/** Effects of another name or namespace: to a cluster that is another object. */
export function renamedEffect(
  before: KubeObject,
  after: KubeObject,
  facts: Pick<ClusterFacts, 'delivery' | 'cluster'>,
): Effect {
  const what = nameOf(before) === nameOf(after) ? 'namespace' : 'name';
  const removed = removedEffect(before, facts);
  if (removed.effect !== 'prune') {
    return { ...removed, text: `The old one: ${removed.text} A new one is made beside it.`, also: ['create'] };
  }
  return {
    ...removed,
    effect: 'recreate',
    text: `Another ${what} is another object. The old one: ${removed.text} A new one is made, without what the old one held.`,
    source: `${ARGO} runTasks`,
  };
}

/** Options of a sync that an object carries. */
export function syncOptions(object: KubeObject): string[] {
  const value = valueAt(object, 'metadata.annotations["argocd.argoproj.io/sync-options"]');
  return typeof value === 'string' ? value.split(',').map((word) => word.trim()) : [];
}

function isBlocked(object: KubeObject, kind: string): boolean {
  const rows = own(BLOCKED, kind) ?? [];
  const said = rows.map(({ path }) => valueAt(object, path)).find((value) => typeof value === 'string');
  return said === undefined ? rows.some(({ byDefault }) => byDefault) : said === 'BlockUninstallIfWorkloadsExist';
}

/** What an object does when it appears. */
type Action = (object: KubeObject, facts: ClusterFacts) => Effect;

/** Objects that are requests: something happens as soon as they are there. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'VirtualMachineRestore.snapshot.kubevirt.io': restore,
  'VirtualMachineSnapshot.snapshot.kubevirt.io': (object, facts) => {
    const vm = nameAt(object, 'spec.source.name');
    return {
      effect: 'snapshot',
      severity: runs(vm, object, facts) === false ? 'info' : 'caution',
      text: `A snapshot of VM ${vm} is taken: the guest is frozen meanwhile, where its agent runs, and its volumes cannot change.`,
      source: 'kubevirt pkg/storage/snapshot/source.go Freeze, pkg/storage/admitters/vm-storage-status.go',
    };
  },
  'VirtualMachineInstanceMigration.kubevirt.io': migrate,
  'VirtualMachineClone.clone.kubevirt.io': (object) => ({
    effect: 'create',
    severity: 'caution',
    text: `${nameAt(object, 'spec.source.kind')} ${nameAt(object, 'spec.source.name')} is copied with its disks to VM ${nameAt(object, 'spec.target.name') || 'of a random name'}, by a snapshot that is restored.`,
    source: 'kubevirt pkg/virt-controller/watch/clone/clone.go',
    also: ['snapshot'],
  }),
  'VirtualMachineExport.export.kubevirt.io': (object, facts) => {
    const [kind, name] = [nameAt(object, 'spec.source.kind'), nameAt(object, 'spec.source.name')];
    const waits = kind === 'VirtualMachine' && runs(name, object, facts) !== false;
    return {
      effect: 'export',
      severity: 'caution',
      text: `The data of ${kind} ${name} is served to all who have its token, for ${nameAt(object, 'spec.ttlDuration') || 'two hours'}.`,
      ...(waits ? { otherwise: 'it waits until the VM is stopped, as no pod may use the volumes' } : {}),
      source: 'kubevirt pkg/storage/export/export/export.go',
    };
  },
  'VirtualMachineInstance.kubevirt.io': () => ({
    effect: 'start',
    severity: 'caution',
    text: 'The virtual machine is started.',
    source: 'kubevirt pkg/virt-controller/watch/vmi',
    also: ['create'],
  }),
};

/** Kinds that do something to others when they appear: what those are like decides what. */
export const ACTING_KINDS: ReadonlySet<string> = new Set(Object.keys(ACTIONS).map((name) => name.replace(/\..*/, '')));

/** What an object does when it appears; nothing where it only is there. */
function actionOf(object: KubeObject, facts: ClusterFacts): Effect | undefined {
  return own(ACTIONS, kindName(object))?.(object, facts);
}

/** Source: kubevirt v1.9.0 pkg/storage/snapshot/restore.go, staging/src/kubevirt.io/api/snapshot/v1beta1/types.go. */
function restore(object: KubeObject, facts: ClusterFacts): Effect {
  const [vm, snapshot] = [nameAt(object, 'spec.target.name'), nameAt(object, 'spec.virtualMachineSnapshotName')];
  const policy = nameAt(object, 'spec.targetReadinessPolicy') || 'WaitGracePeriod';
  const inPlace = valueAt(object, 'spec.volumeRestorePolicy') === 'InPlace';
  const isRunning = runs(vm, object, facts);
  const readiness: Readonly<Record<string, string>> = {
    StopTarget: 'the VM is shut down for it',
    WaitGracePeriod: 'it fails unless the VM is stopped within five minutes',
    FailImmediate: 'it fails unless the VM is stopped',
    WaitEventually: 'it waits until the VM is stopped',
  };
  return {
    effect: 'rollback',
    severity: 'destructive',
    text: `The disks and the spec of VM ${vm} go back to snapshot ${snapshot}: what was written since is lost.${
      isRunning === false ? '' : ` ${sentence(own(readiness, policy) ?? readiness.WaitGracePeriod!)}.`
    }${inPlace ? '' : ' Its volumes get claims of new names, which Git does not have: the next sync puts the old names back.'}`,
    source: 'kubevirt pkg/storage/snapshot/restore.go, pkg/storage/admitters/vmrestore.go',
    ...(policy === 'StopTarget' && isRunning !== false ? { also: ['stop'] } : {}),
  };
}

/** Source: kubevirt v1.9.0 pkg/virt-api/webhooks/validating-webhook/admitters/migration-create-admitter.go. */
function migrate(object: KubeObject, facts: ClusterFacts): Effect {
  const vm = nameAt(object, 'spec.vmiName');
  const source = 'kubevirt migration-create-admitter.go';
  const refused = (why: string): Effect => ({
    effect: 'rejected',
    severity: 'rejected',
    text: `Refused: VM ${vm} ${why}.`,
    source,
  });
  if (runs(vm, object, facts) === false) {
    return refused('does not run');
  }
  const found = vmOf(vm, object, facts);
  const { migratable, message } =
    found === undefined ? {} : { ...migratabilityOf(found, facts.view), ...facts.liveOf(found) };
  if (migratable === false) {
    return refused(`cannot migrate${message === undefined ? '' : `: ${message}`}`);
  }
  return { effect: 'live-migrate', severity: 'caution', text: `VM ${vm} is live-migrated once.`, source };
}

/** Whether a VM of the namespace runs, by its run strategy; nothing where that is not known. */
function runs(name: string, object: KubeObject, facts: ClusterFacts): boolean | undefined {
  const vm = vmOf(name, object, facts);
  const strategy = vm === undefined ? undefined : runStrategyOf(vm.spec);
  return strategy === 'Halted' ? false : strategy === 'Always' ? true : undefined;
}

/** The VM of that name beside an object. */
function vmOf(name: string, object: KubeObject, { view }: ClusterFacts): KubeObject | undefined {
  return view.find('kubevirt.io', 'VirtualMachine', name, identityOf(object).namespace);
}

function nameAt(object: KubeObject, path: string): string {
  return asText(valueAt(object, path) ?? '');
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
