import type { EffectRow } from './effect-row';
import type { VmField } from './vm-view';

/** What the change of a field does to a VM that runs. */
export interface VmRow extends EffectRow<VmField> {
  /** Whether a migration applies it, so that it depends on how KubeVirt may update workloads. */
  readonly byMigration?: 'of the VM' | 'of its storage';
  /**
   * Whether it waits when another field needs a restart: CPUs, memory, placement and storage do, under LiveUpdate.
   *
   * Source: kubevirt pkg/virt-controller/watch/vm/vm.go sync.
   */
  readonly waits?: true;
  /** Whether the handler that applies it asks for the restart itself: then others do not wait for it. */
  readonly byHandler?: true;
  /** Whether it says something of a VM that does not run, too. */
  readonly always?: true;
}

/** Where most of it was read. */
export const VM_CONTROLLER = 'kubevirt pkg/virt-controller/watch/vm/vm.go';
