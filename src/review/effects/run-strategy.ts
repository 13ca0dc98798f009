import { runStrategyOf } from '../../cluster/instance-of';
import type { KubeObject } from '../../kube/object';
import type { ClusterFacts } from './cluster-facts';
import type { Effect } from './effect';

const SOURCE = 'kubevirt pkg/virt-controller/watch/vm/vm.go syncRunStrategy';

/** Whether a VM runs, as far as Git or the cluster tells. */
export function isRunning(vm: KubeObject, { liveOf }: Pick<ClusterFacts, 'liveOf'>): boolean | undefined {
  const known = liveOf(vm).running;
  if (known !== undefined) {
    return known;
  }
  const strategy = runStrategyOf(vm.spec);
  return strategy === 'Always' ? true : strategy === 'Halted' ? false : undefined;
}

/** The effect of a new run strategy on a VM without an instance. */
const STARTS: ReadonlySet<string> = new Set(['Always', 'RerunOnFailure', 'Once']);

/** What another run strategy does. */
export function runStrategyEffect(
  before: string | undefined,
  after: string | undefined,
  running: boolean | undefined,
  facts: ClusterFacts,
): Effect {
  if (after === before) {
    return effect('none', 'info', `running and runStrategy ${after} are two words for one thing.`);
  }
  if (after === undefined) {
    return effect('rejected', 'rejected', 'Refused: a VM needs runStrategy or running.');
  }
  if (after === 'WaitAsReceiver') {
    return facts.isOn('DecentralizedLiveMigration')
      ? effect(
          'none',
          'caution',
          'A running VM runs on with an error in its status; one that does not waits for a migration to it.',
        )
      : effect('rejected', 'rejected', 'Refused: WaitAsReceiver needs the feature gate DecentralizedLiveMigration.', {
          source: 'kubevirt vms-admitter.go validateRunStrategy',
        });
  }
  if (after === 'Halted') {
    return running === false
      ? effect('none', 'info', 'The VM is off already.')
      : effect('stop', 'disruptive', 'The VM is shut down.', ifUnknown(running, 'nothing, if it is off already'));
  }
  if (!STARTS.has(after)) {
    return effect('none', 'info', 'The VM stays as it is until it is started or stopped by hand.');
  }
  return running === true
    ? effect('none', 'info', KEEPS[after] ?? 'The VM runs on.')
    : effect('start', 'caution', 'The VM is started.', ifUnknown(running, 'nothing, if it runs already', false));
}

const KEEPS: Readonly<Record<string, string>> = {
  Always: 'The VM runs on, and is started again whenever it ends.',
  Once: 'The VM runs on, and is not started again once it ends.',
  RerunOnFailure: 'The VM runs on; when it shuts itself down it stays off.',
};

function ifUnknown(running: boolean | undefined, otherwise: string, ifRunning = true): Partial<Effect> {
  return running === undefined ? { ...(ifRunning ? { ifRunning: true } : {}), otherwise, assumes: ['running'] } : {};
}

function effect(
  name: Effect['effect'],
  severity: Effect['severity'],
  text: string,
  more: Partial<Effect> = {},
): Effect {
  return { effect: name, severity, text, source: SOURCE, ...more };
}
