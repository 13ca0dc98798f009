import { runStrategyOf } from '../../cluster/instance-of';
import { nameOf } from '../../kube/identity';
import { type KubeObject, own } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { kindName } from '../diff/field-cursor';
import { actionOf } from './actions';
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
