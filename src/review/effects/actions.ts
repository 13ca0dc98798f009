import { runStrategyOf } from '../../cluster/instance-of';
import { migratabilityOf } from '../../cluster/migratability';
import { identityOf } from '../../kube/identity';
import { asText, type KubeObject, own } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { kindName } from '../diff/field-cursor';
import type { ClusterFacts } from './cluster-facts';
import type { Effect } from './effect';

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
export function actionOf(object: KubeObject, facts: ClusterFacts): Effect | undefined {
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
