import type { Effect } from './effect';
import type { MachineRow } from './machine-row';
import type { MachineStates } from './machine-view';

const SOURCE = 'kubevirt pkg/virt-controller/watch/workload-updater/workload-updater.go getUpdateData';

/** What becomes of a change that a migration applies, by how KubeVirt may update workloads. */
export function viaMigration(
  effect: Effect,
  kind: NonNullable<MachineRow['byMigration']>,
  { facts, live }: MachineStates,
): Effect {
  const { methods } = facts;
  // Its storage moves also where the machine as it is could not.
  const migratable = kind === 'of its storage' ? true : live.migratable;
  if (methods === undefined) {
    return {
      ...effect,
      otherwise:
        'never applied until somebody acts, where workloadUpdateMethods of the KubeVirt does not list LiveMigrate',
    };
  }
  const mayEvict = methods.includes('Evict');
  const evicted: Effect = {
    ...effect,
    effect: 'restart-forced',
    severity: 'disruptive',
    text: 'KubeVirt shuts the machine down to apply this, and starts it again: Evict is the way that is left.',
    source: SOURCE,
  };
  const pending: Effect = {
    ...effect,
    effect: 'pending',
    severity: 'caution',
    text: methods.includes('LiveMigrate')
      ? 'Accepted and not applied: the machine cannot migrate. Restart it to apply it.'
      : 'Accepted and not applied: workloadUpdateMethods is empty. List LiveMigrate there, or restart the machine.',
    source: SOURCE,
  };
  if (!methods.includes('LiveMigrate') || migratable === false) {
    return mayEvict ? evicted : pending;
  }
  return migratable === true
    ? effect
    : {
        ...effect,
        otherwise: mayEvict
          ? 'shut down and started again, if it cannot migrate'
          : 'never applied until somebody acts, if it cannot migrate',
        assumes: [...(effect.assumes ?? []), 'migratable'],
      };
}
