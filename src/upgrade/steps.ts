import type { Architecture } from '../architectures/facts';
import type { ShownFinding } from '../findings/shown-finding';
import { DISABLED_GATES_SINCE } from '../gates/enablement';
import { type Stage, stageOf } from '../gates/stages';
import { atLeast, minorOf } from '../kube/release';
import type { Target } from '../target/target';
import type { MovedDefault } from './defaults';
import { type ReleaseFieldChange, shownField } from './fields';
import type { GateChanges } from './gates';
import type { GuestChanges } from './guests';
import type { HcoChanges } from './hco';

/** More names than these do not fit a line. */
const NAMES = 8;

/** What to do, in the order in which it is safe. */
export function stepsFor(advice: Changes): UpgradeStep[] {
  return [...optOutSteps(advice), ...lossSteps(advice), ...switchSteps(advice), ...tidyingSteps(advice)];
}

/** In 1.8 the list of disabled gates is there and does nothing yet, so it can be written before the change. */
function optOutSteps({ gates, from, to }: Changes): UpgradeStep[] {
  const when = atLeast(from.kubevirt, DISABLED_GATES_SINCE) ? 'before' : 'with';
  const early = when === 'before' ? '' : ` (the list is there from KubeVirt ${DISABLED_GATES_SINCE} on)`;
  const steps = gates.optOut.map(({ name, cause, reason }): UpgradeStep => {
    const add = `add ${name} to disabledFeatureGates${early}`;
    return cause === 'unknown'
      ? { when, what: `${add} unless the cluster is new enough: it ${reason}; --kubernetes says it` }
      : { when, what: `${add}: it ${reason}` };
  });
  const others = gates.turnedOn.filter(
    ({ name, canBeTurnedOff }) => canBeTurnedOff && !gates.optOut.some((out) => out.name === name),
  );
  return others.length === 0 || to.hco !== undefined
    ? steps
    : [
        ...steps,
        {
          when,
          what: `add to disabledFeatureGates what ${steps.length === 0 ? `is to stay off${early}` : 'else is to stay off'}, of ${namesOf(others)}`,
        },
      ];
}

/** What stops working has to go before. */
function lossSteps({ gates, fields, to }: Changes): UpgradeStep[] {
  // HyperConverged writes the lists itself.
  const off = to.hco === undefined ? gates.turnedOff.filter(({ stage }) => isLive(stage)) : [];
  const discontinued = gates.inert.filter(({ name }) => stageOf(name, to.kubevirt) === 'Discontinued');
  return [
    ...gates.removed.map(({ name, reason }) => ({
      when: 'before' as const,
      what: `do without ${name}, and remove it from featureGates: ${reason}`,
    })),
    ...discontinued.map(({ name, reason }) => ({
      when: 'before' as const,
      what: `do without ${name}, and remove it from featureGates: ${reason}`,
    })),
    ...fields
      .filter(({ change, usedBy }) => change === 'disappears' && usedBy.length > 0)
      .map((field) => ({
        when: 'before' as const,
        what: `do without ${shownField(field)}, which ${namesOf(field.usedBy.map((name) => ({ name })))} has`,
      })),
    ...(off.length === 0
      ? []
      : [{ when: 'with' as const, what: `list in featureGates what is to stay on, of ${namesOf(off)}` }]),
  ];
}

function isLive(stage: Stage | undefined): boolean {
  return stage !== undefined && stage !== 'Discontinued';
}

function switchSteps({ from, to, direction, findings }: Changes): UpgradeStep[] {
  const [name, component, release] =
    to.hco === undefined ? ['KubeVirt', 'kubevirt', to.kubevirt] : ['HyperConverged', 'hco', to.hco];
  const errors = findings.filter(({ change, severity }) => change === 'appears' && severity === 'error').length;
  const verb = direction === 'upgrade' ? 'upgrade' : 'go back';
  return [
    ...(minorOf(from.kubevirt) === minorOf(to.kubevirt) && from.hco === to.hco
      ? []
      : [
          {
            when: 'with' as const,
            what: `${verb} to ${name} ${release}; a platform says target: { ${component}: "${release}" }`,
          },
        ]),
    ...(errors === 0
      ? []
      : [{ when: 'with' as const, what: `correct the ${errors === 1 ? 'error' : `${errors} errors`} that appear` }]),
  ];
}

/** An entry that loses its effect must stay until the new release runs: before that it is what turns the gate on. */
function tidyingSteps({ gates, to, hco }: Changes): UpgradeStep[] {
  const idle = gates.inert.filter(({ name }) => stageOf(name, to.kubevirt) !== 'Discontinued');
  const setGates = (hco?.gates ?? []).filter(({ isSet }) => isSet);
  const moves = hco?.moves ?? [];
  return [
    ...(idle.length === 0
      ? []
      : [
          {
            when: 'after' as const,
            what: `remove the entries that do nothing any more, which polyvirt leaves out of what it writes: ${namesOf(idle)}`,
          },
        ]),
    ...gates.deprecated.map(({ name, reason }) => ({
      when: 'after' as const,
      what: `plan without ${name}, which ${reason}`,
    })),
    ...setGates.map(({ name, reason }) => ({
      when: 'after' as const,
      what: `look at the gate ${name} of the HyperConverged: ${reason}`,
    })),
    ...(moves.length === 0
      ? []
      : [
          {
            when: 'after' as const,
            what: `write the HyperConverged as hco.kubevirt.io/v1: ${moves.map(({ v1beta1, v1 }) => `${v1beta1} is ${v1}`).join(', ')}`,
          },
        ]),
  ];
}

function namesOf(all: readonly { readonly name: string }[]): string {
  const names = all.slice(0, NAMES).map(({ name }) => name);
  return `${names.join(', ')}${all.length > NAMES ? ` and ${all.length - NAMES} more` : ''}`;
}

/** Something to do, and when. */
export interface UpgradeStep {
  readonly when: 'before' | 'with' | 'after';
  readonly what: string;
}

/** A finding that only one of the targets has. */
export type ChangedFinding = ShownFinding & { readonly change: 'appears' | 'resolved' };

/** Everything that another target changes. */
interface Changes {
  readonly from: Target;
  readonly to: Target;
  readonly direction: 'upgrade' | 'downgrade';
  /** What tells which gates are listed; nothing where only the defaults are known. */
  readonly gatesFrom?: 'KubeVirt' | 'HyperConverged';
  readonly workloadArchitectures: readonly Architecture[];
  readonly gates: GateChanges;
  readonly fields: readonly ReleaseFieldChange[];
  readonly defaults: readonly MovedDefault[];
  /** Only where both targets have HyperConverged. */
  readonly hco?: HcoChanges;
  /** Only where KubeVirt itself is another one, so that launchers are outdated. */
  readonly guests?: GuestChanges;
  readonly findings: readonly ChangedFinding[];
}

/** The same with what to do about it. */
export interface UpgradeAdvice extends Changes {
  readonly steps: readonly UpgradeStep[];
}
