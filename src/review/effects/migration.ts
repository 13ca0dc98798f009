import type { Effect } from './effect';
import type { VmRow } from './effect-row';
import { inVm, type VmStates } from './vm-view';

const SOURCE = 'kubevirt pkg/virt-controller/watch/workload-updater/workload-updater.go getUpdateData';
const WEBHOOK = 'kubevirt pod-eviction-admitter.go admitLauncherPod';

const NEVER = 'never applied without an action by hand, if it cannot migrate';
const SHUT_DOWN = 'shut down and started again, if it cannot migrate';

/** The fate of a change that a migration applies, by how KubeVirt may update workloads. */
export function viaMigration(effect: Effect, kind: NonNullable<VmRow['byMigration']>, states: VmStates): Effect {
  const { facts, live } = states;
  const { methods } = facts;
  // Its storage moves also where the VM as it is could not.
  const migratable = kind === 'of its storage' ? true : live.migratable;
  if (methods === undefined) {
    return {
      ...effect,
      otherwise:
        'never applied without an action by hand, where workloadUpdateMethods of the KubeVirt does not list LiveMigrate',
    };
  }
  const isEvicted = methods.includes('Evict');
  if (!methods.includes('LiveMigrate') || migratable === false) {
    return isEvicted ? evicted(effect, states, migratable) : pending(effect, methods);
  }
  const mayStop = isEvicted && !STAYS.has(evictionStrategyOf(states));
  return migratable === true ? effect : unlessStuck(effect, mayStop ? SHUT_DOWN : NEVER);
}

/** Strategies with which a VM that cannot migrate is not shut down. */
const STAYS: ReadonlySet<unknown> = new Set(['LiveMigrate', 'External']);

/** That of the instance, which has it since its start. */
function evictionStrategyOf({ before, was }: VmStates): unknown {
  return inVm(before, 'template.spec.evictionStrategy') ?? was.evictionStrategy;
}

/** Whether the pod that is evicted ends is up to the VM: its strategy may move it, or reject. */
function evicted(effect: Effect, states: VmStates, migratable: boolean | undefined): Effect {
  const strategy = evictionStrategyOf(states);
  if (strategy === 'External') {
    return waiting(
      effect,
      'Accepted and not applied: its eviction strategy External leaves that to another controller.',
    );
  }
  if (strategy === 'LiveMigrate' && migratable === false) {
    return waiting(
      effect,
      'Accepted and not applied: the VM cannot migrate, and its eviction strategy LiveMigrate keeps it from being shut down.',
    );
  }
  if ((strategy === 'LiveMigrate' || strategy === 'LiveMigrateIfPossible') && migratable !== false) {
    return migratable === true ? effect : unlessStuck(effect, strategy === 'LiveMigrate' ? NEVER : SHUT_DOWN);
  }
  return {
    ...effect,
    effect: 'restart-forced',
    severity: 'disruptive',
    text: 'KubeVirt shuts the VM down to apply this, and starts it again: Evict is the way that is left.',
    source: SOURCE,
  };
}

function pending(effect: Effect, methods: readonly string[]): Effect {
  return {
    ...waiting(
      effect,
      methods.includes('LiveMigrate')
        ? 'Accepted and not applied: the VM cannot migrate. Restart it to apply it.'
        : 'Accepted and not applied: workloadUpdateMethods is empty. List LiveMigrate there, or restart the VM.',
    ),
    source: SOURCE,
  };
}

function waiting(effect: Effect, text: string): Effect {
  return { ...effect, effect: 'pending', severity: 'caution', text, source: WEBHOOK };
}

/** What happens instead, where a VM cannot migrate, which is unknown here. */
function unlessStuck(effect: Effect, otherwise: string): Effect {
  return { ...effect, otherwise, assumes: [...(effect.assumes ?? []), 'migratable'] };
}
