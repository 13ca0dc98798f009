import { createdInstanceOf } from '../../cluster/created-instance';
import { runStrategyOf } from '../../cluster/instance-of';
import { migratabilityOf } from '../../cluster/migratability';
import { type Fields, isMap, type KubeObject } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import { compareObjects, type FieldChange, patternOf } from '../diff/compare';
import type { ClusterFacts } from './cluster-facts';
import { type Assumption, type Effect, worstOf } from './effect';
import { effectOfRow, expandChange, type FieldEffect, rowFor, type VmRow } from './effect-row';
import type { LiveState } from './live-state';
import { viaMigration } from './migration';
import { VM_ROWS } from './vm-rows';
import type { VmField, VmStates } from './vm-view';

const SOURCE = 'kubevirt pkg/virt-controller/watch/vm/vm.go syncRunStrategy';

/** Whether a VM runs, as far as Git or the cluster tells. */
function isRunning(vm: KubeObject, { liveOf }: Pick<ClusterFacts, 'liveOf'>): boolean | undefined {
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
function runStrategyEffect(
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

/** Two states of one object, and the facts of the cluster on both sides. */
export interface ModifiedObject {
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly was: ClusterFacts;
  readonly facts: ClusterFacts;
}

/** What the changes of a VirtualMachine do, field by field. */
export function vmEffects(changes: readonly FieldChange[], pair: ModifiedObject): FieldEffect[] {
  const running = isRunning(pair.before, pair.facts);
  const states = statesOf(pair);
  const real = changesOfExpanded(pair, states);
  const parts = changes.flatMap((whole) => {
    const found = real === undefined || !isOfTemplate(whole) ? [whole] : real.filter((each) => touches(each, whole));
    return found.length === 0
      ? [{ whole, change: whole, effect: SAME_HARDWARE }]
      : found.flatMap(expandChange).map((change) => ({ whole, change, ...judge(change, pair, states, running) }));
  });
  const judged = withWaiting(parts);
  return changes.map((change) => {
    const [first, ...more] = judged
      .filter(({ whole }) => whole === change)
      .map(({ effect }) => withDoubts(effect, pair, running));
    return { change, effect: worstOf([first!, ...more]) };
  });
}

/** First KubeVirt that keeps the revision of an instance type in the status of a VM; before, in its spec. */
const PINNED_IN_STATUS: Release = '1.5';

interface JudgedFields {
  readonly effect: Effect;
  readonly row?: VmRow;
}

function judge(
  change: FieldChange,
  pair: ModifiedObject,
  states: VmStates,
  running: boolean | undefined,
): JudgedFields {
  const [part, key] = change.steps;
  const { before, after, facts } = pair;
  const [strategy, next] = [runStrategyOf(before.spec), runStrategyOf(after.spec)];
  if (part === 'spec' && (key === 'runStrategy' || key === 'running')) {
    return { effect: runStrategyEffect(strategy, next, running, facts) };
  }
  // The run strategy is followed first: what is shut down needs no restart for the rest of the change.
  const isUp = next === 'Halted' && strategy !== next ? false : running;
  if (part === 'spec' && (key === 'instancetype' || key === 'preference')) {
    return { effect: matcherEffect(key, pair, states, isUp) };
  }
  return part === 'spec' ? judgeSpec(change, states, isUp) : { effect: ABOUT_ITSELF };
}

const ABOUT_ITSELF: Effect = {
  effect: 'none',
  severity: 'info',
  text: 'No effect on the VM.',
  source: 'kubevirt pkg/virt-controller/watch/vm/vm.go',
};

/** One field of a VM's spec, whose first step is `spec`. */
function judgeSpec(change: FieldChange, states: VmStates, running: boolean | undefined): JudgedFields {
  const below = { ...change, steps: change.steps.slice(1) };
  const view: VmField = { ...states, change: below, path: patternOf(below.steps) };
  const row = rowFor<VmField, VmRow>(VM_ROWS, view, states.facts.kubevirt)!;
  const effect = effectOfRow(row, view);
  if (running === false && row.always !== true) {
    return {
      effect: {
        effect: 'next-start',
        severity: 'info',
        text: 'The VM does not run then: this counts when it is started.',
        source: 'kubevirt pkg/virt-controller/watch/vm/vm.go sync',
      },
    };
  }
  return { effect: row.byMigration === undefined ? effect : viaMigration(effect, row.byMigration, states), row };
}

/** The VM with instance type and preference applied, on both sides. */
function statesOf({ before, after, was, facts }: ModifiedObject): VmStates {
  const [old, fresh] = [expanded(before, was), expanded(after, facts)];
  const live = withPrediction(facts.liveOf(before), before, was);
  return {
    before: old.spec,
    after: fresh.spec,
    isKnown: old.isKnown && fresh.isKnown,
    architecture: live.started?.architecture ?? old.architecture,
    architectureAfter: fresh.architecture,
    live,
    facts,
    was,
  };
}

/** Where the cluster does not tell whether the VM can migrate, what follows from its manifest, if that is sure. */
function withPrediction(live: LiveState, vm: KubeObject, { view, configured }: ClusterFacts): LiveState {
  if (live.migratable !== undefined || !configured) {
    return live;
  }
  const { migratable, assumes = [] } = migratabilityOf(vm, view) ?? {};
  const isSure = migratable === false || (migratable === true && assumes.length === 0);
  return isSure ? { ...live, migratable } : live;
}

function expanded(
  object: KubeObject,
  { view }: ClusterFacts,
): { spec: Fields; architecture: string | undefined; isKnown: boolean } {
  const spec = isMap(object.spec) ? object.spec : {};
  const created = createdInstanceOf(object, view);
  if (created === undefined) {
    return { spec, architecture: undefined, isKnown: true };
  }
  const template = isMap(spec.template) ? spec.template : {};
  return {
    spec: { ...spec, template: { ...template, spec: created.spec } },
    architecture: created.namedArchitecture,
    isKnown: created.expanded.missing.length === 0,
  };
}

/**
 * In what a VM differs with instance type and preference applied; nothing where it has neither, or one was not found.
 *
 * KubeVirt compares the VM so: an instance type in the place of its sockets and its memory is the same VM.
 */
function changesOfExpanded({ before, after, facts }: ModifiedObject, states: VmStates): FieldChange[] | undefined {
  const hasMatcher = [before, after].some(
    ({ spec }) => isMap(spec) && (spec.instancetype !== undefined || spec.preference !== undefined),
  );
  if (!hasMatcher || !states.isKnown) {
    return undefined;
  }
  const made = (spec: Fields): KubeObject => ({ ...after, spec: { template: spec.template } });
  return compareObjects(made(states.before), made(states.after), facts.view.target).filter(isOfTemplate);
}

/** Whether a change is below `spec.template.spec`. */
function isOfTemplate({ steps }: FieldChange): boolean {
  return steps[0] === 'spec' && steps[1] === 'template' && steps[2] === 'spec';
}

/** Whether one change is that of the other, a part of it, or around it. */
function touches({ steps: a }: FieldChange, { steps: b }: FieldChange): boolean {
  const length = Math.min(a.length, b.length);
  return JSON.stringify(a.slice(0, length)) === JSON.stringify(b.slice(0, length));
}

const SAME_HARDWARE: Effect = {
  effect: 'none',
  severity: 'info',
  text: 'The VM is the same with instance type and preference applied.',
  source: 'kubevirt pkg/virt-controller/watch/vm/vm.go syncRestartRequired (ApplyToVM on both sides)',
};

/** Another instance type or preference: what matters is in what the VM differs with them applied. */
function matcherEffect(
  key: 'instancetype' | 'preference',
  pair: ModifiedObject,
  states: VmStates,
  running: boolean | undefined,
): Effect {
  const source = 'kubevirt pkg/virt-controller/watch/vm/vm.go syncRestartRequired (ApplyToVM on both sides)';
  const [old, fresh] = [matcherOf(pair.before, key), matcherOf(pair.after, key)];
  const isRenamed = old.name !== undefined && old.name !== fresh.name;
  const isPinned =
    old.revisionName !== undefined || (fresh.name !== undefined && !atLeast(pair.facts.kubevirt, PINNED_IN_STATUS));
  if (isRenamed && isPinned && old.revisionName === fresh.revisionName) {
    return {
      effect: 'rejected',
      severity: 'rejected',
      text:
        'Refused: the name is another, and revisionName is still that of the old ' +
        `one${old.revisionName === undefined ? ', which this release writes into the spec: set it to ""' : ''}.`,
      source: 'kubevirt pkg/instancetype/webhooks/vm/mutator.go validateMatcherUpdate',
    };
  }
  const words = key === 'instancetype' ? 'instance type' : 'preference';
  const changes = changesOfExpanded(pair, states);
  if (changes === undefined) {
    return {
      effect: running === false ? 'next-start' : 'restart-required',
      severity: running === false ? 'info' : 'disruptive',
      text: `What the ${words} changes is not known, since it was not found: taken as something that needs a restart.`,
      otherwise: 'a live migration, where only sockets and memory differ within their limits',
      source,
      assumes: ['last-start'],
    };
  }
  const effects = changes.flatMap(expandChange).map((each) => ({ change: each, ...judgeSpec(each, states, running) }));
  const [first, ...more] = withWaiting(effects).map(({ effect }) => effect);
  if (first === undefined) {
    return { effect: 'none', severity: 'info', text: `The VM is the same with the other ${words}.`, source };
  }
  return { ...worstOf([first, ...more]), source };
}

function matcherOf(object: KubeObject, key: string): Fields {
  const matcher = isMap(object.spec) ? object.spec[key] : undefined;
  return isMap(matcher) ? matcher : {};
}

/** CPUs, memory, placement and storage wait where another field needs a restart. */
function withWaiting<T extends JudgedFields & { readonly change: FieldChange }>(judged: readonly T[]): T[] {
  const cause = judged.find(({ effect, row }) => effect.effect === 'restart-required' && row?.byHandler !== true);
  return cause === undefined
    ? [...judged]
    : judged.map((each) =>
        each.row?.waits === true && each !== cause && each.effect.severity !== 'rejected'
          ? {
              ...each,
              effect: {
                ...each.effect,
                effect: 'restart-required',
                severity: 'disruptive',
                text: 'Waits for the restart that another field of this change needs.',
              } as const,
            }
          : each,
      );
}

/** What is only so if the VM runs, and what else is unknown. */
function withDoubts(effect: Effect, { facts }: ModifiedObject, running: boolean | undefined): Effect {
  const isAboutRunning = effect.assumes?.includes('last-start') === true || effect.effect === 'next-migration';
  const assumes: Assumption[] = [
    ...(effect.assumes ?? []),
    ...(isAboutRunning && !facts.configured ? (['configuration'] as const) : []),
  ];
  const isUnsure = running === undefined && (isAboutRunning || effect.effect === 'live-update');
  return {
    ...effect,
    ...(isUnsure
      ? {
          ifRunning: true,
          otherwise: [effect.otherwise, 'used at the next start, if it does not run'].filter(Boolean).join('; '),
        }
      : {}),
    ...(assumes.length === 0 && !isUnsure
      ? {}
      : { assumes: [...new Set([...assumes, ...(isUnsure ? (['running'] as const) : [])])] }),
  };
}
