import type { Architecture } from '../architectures/facts';
import { clusterOf } from '../cluster/cluster';
import { type CheckContext, ClusterView, isKubeVirt } from '../cluster/cluster-view';
import { judge } from '../cluster/judge/judge';
import { type CheckOptions, contextOf, unfolded } from '../cluster/judge/library';
import { type Finding, hasErrors } from '../findings/finding';
import { KnownSecrets } from '../findings/secrets/known-secrets';
import type { ShownFinding } from '../findings/shown-finding';
import { DISABLED_GATES_SINCE } from '../gates/enablement';
import { hcoGateLists } from '../gates/hco-kubevirt';
import { listsOf } from '../gates/judge';
import { FeatureGates } from '../gates/registry';
import { type Stage, stageOf } from '../gates/stages';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { atLeast, compareReleases, minorOf } from '../kube/release';
import { findingsOnlyIn } from '../review/cluster-changes';
import { workloadArchitecturesOf } from '../rules/gates/picture';
import type { Target, TargetDeclaration } from '../target/target';
import { type MovedDefault, movedDefaults } from './defaults';
import { fieldChanges, type ReleaseFieldChange, shownField } from './fields';
import {
  type GateChanges,
  type GateSide,
  gateChanges,
  type HcoChanges,
  hcoChanges,
  type UnsupportedGate,
} from './gates';
import { type GuestChanges, guestChanges } from './guests';

/** A cluster at one target: what is on it, and what there is to say about that. */
interface UpgradeSide {
  readonly context: CheckContext;
  readonly objects: readonly KubeObject[];
  readonly findings: readonly Finding[];
}

/** What becomes of a cluster at another target. Both sides may have the same objects, or what each target makes of them. */
export function adviseUpgrade(before: UpgradeSide, after: UpgradeSide): UpgradeAdvice {
  const [from, to] = [before.context.target, after.context.target];
  const architectures = workloadArchitecturesOf(before.objects, before.context);
  const gates = gateChanges(gateSide(before, architectures), gateSide(after, architectures), {
    architectures,
    ...(to.kubernetes === undefined ? {} : { kubernetes: to.kubernetes }),
    listsAreOwned: isOwned(before) && isOwned(after),
  });
  const view = new ClusterView(before.objects, before.context);
  const { configuration } = view;
  const advice = {
    from,
    to,
    direction: directionOf(from, to),
    ...gatesFrom(before),
    workloadArchitectures: architectures,
    gates,
    // What a target makes of a platform does without what it has not; only what is left uses it.
    fields: fieldChanges(from, to, after.objects),
    defaults: movedDefaults(from, to, configuration, architectures),
    ...(from.hco === undefined || to.hco === undefined
      ? {}
      : {
          hco: hcoChanges(minorOf(from.hco), minorOf(to.hco), {
            before: find(before, isHyperConverged),
            after: find(after, isHyperConverged),
          }),
        }),
    ...(from.kubevirt === to.kubevirt ? {} : { guests: guestChanges(before.objects, view) }),
    findings: changedFindings(before.findings, [
      ...after.findings,
      ...gates.unsupported
        .filter(({ everywhere }) => everywhere)
        .map((gate) => unsupported(gate, to, find(after, isKubeVirt))),
    ]),
  };
  const holders = [before, after].flatMap((side) => [find(side, isKubeVirt), find(side, isHyperConverged)]);
  // Anything may be in the lists of gates.
  return new KnownSecrets().learn(...holders).withoutIn({ ...advice, steps: stepsFor(advice) });
}

/** Whether another target changes anything at all. */
export function hasChanges({ gates, fields, defaults, hco, findings }: UpgradeAdvice): boolean {
  const parts = [...Object.values(gates), fields, defaults, findings, hco?.api ?? [], hco?.gates ?? []];
  return parts.some((part) => part.length > 0);
}

function directionOf(from: Target, to: Target): UpgradeAdvice['direction'] {
  const isByHco = from.hco !== undefined && to.hco !== undefined && compareReleases(from.hco, to.hco) !== 0;
  const [before, after] = isByHco ? [from.hco, to.hco] : [from.kubevirt, to.kubevirt];
  return atLeast(after, before) ? 'upgrade' : 'downgrade';
}

function find({ objects, context }: UpgradeSide, is: (object: KubeObject) => boolean): KubeObject | undefined {
  return objects.find(is) ?? context.existing?.find(is);
}

function gatesFrom(side: UpgradeSide): Pick<UpgradeAdvice, 'gatesFrom'> {
  if (side.context.target.hco !== undefined && find(side, isHyperConverged) !== undefined) {
    return { gatesFrom: 'HyperConverged' };
  }
  return find(side, isKubeVirt) === undefined ? {} : { gatesFrom: 'KubeVirt' };
}

/** Whether HyperConverged writes the KubeVirt resource; one without it may stand beside it for a while. */
function isOwned(side: UpgradeSide): boolean {
  const hasKubeVirt = find(side, isKubeVirt) !== undefined;
  return side.context.target.hco !== undefined && (!hasKubeVirt || find(side, isHyperConverged) !== undefined);
}

/** Where there is HyperConverged, it writes the lists anew in each of its releases, whatever they are now. */
function gateSide(side: UpgradeSide, architectures: readonly Architecture[]): GateSide {
  const { target, supportByArch } = side.context;
  const gates = FeatureGates.of(target.kubevirt, supportByArch);
  const { hco, kubevirt } = target;
  const resource = find(side, isKubeVirt);
  if (hco !== undefined && isOwned(side)) {
    return { gates, lists: hcoGateLists(find(side, isHyperConverged) ?? {}, { hco, kubevirt }, architectures) };
  }
  return { gates, lists: resource === undefined ? {} : listsOf(resource) };
}

function changedFindings(before: readonly Finding[], after: readonly Finding[]): ChangedFinding[] {
  const told = (findings: readonly ShownFinding[], change: ChangedFinding['change']) =>
    findings.map((finding) => ({ ...finding, change }));
  return [...told(findingsOnlyIn(after, before), 'appears'), ...told(findingsOnlyIn(before, after), 'resolved')];
}

function unsupported(
  { name, architectures, reason, canBeTurnedOff }: UnsupportedGate,
  { kubevirt }: Target,
  resource: KubeObject | undefined,
): Finding {
  return {
    code: 'PV910',
    severity: 'info',
    ...(resource === undefined ? {} : { object: findingObject(resource) }),
    path: 'spec.configuration.developerConfiguration',
    what:
      `${name} turns on with KubeVirt ${kubevirt}; it is unsupported on ${architectures.join(' and ')}, the only ` +
      'architectures that run VMs here',
    why: `The gate is on, but the feature still does not work: ${reason}`,
    fix: canBeTurnedOff
      ? `add ${name} to disabledFeatureGates, or do not use what it guards; where you tested that it works, say so ` +
        'under supportByArch'
      : 'do not use what it guards, since this gate cannot be turned off; where you tested that it works, say so ' +
        'under supportByArch',
    source: 'polyvirt’s own table; KubeVirt has none (enhancement 123 was closed)',
  };
}

/** The two targets of an upgrade, and what is known of the cluster. */
export interface UpgradeOptions extends Omit<CheckOptions, 'target'> {
  /** The releases that the cluster runs. */
  readonly from: TargetDeclaration;

  /** The releases that it is to run. Older ones say what going back changes. */
  readonly to: TargetDeclaration;
}

/** What `polyvirt upgrade` says, as data. */
export interface Upgrade extends UpgradeAdvice {
  /** Whether the other target changes anything at all. */
  readonly changes: boolean;
}

/**
 * What another target changes for the objects of one cluster: gates, fields, defaults, findings, and what to do about it.
 * No file is touched.
 *
 * @throws where one of the targets cannot be
 */
export function upgradeAdvice(objects: readonly KubeObject[], { from, to, ...known }: UpgradeOptions): Upgrade {
  const given = unfolded(objects).objects;
  const [before, after] = [sideOf(given, from, known), sideOf(given, to, known)];
  const advice = adviseUpgrade(before, after);
  return { ...advice, changes: hasChanges(advice) };
}

function sideOf(
  objects: readonly KubeObject[],
  target: TargetDeclaration,
  known: Omit<CheckOptions, 'target'>,
): UpgradeSide {
  const { context, findings } = contextOf({ ...known, target });
  if (hasErrors(findings)) {
    throw new TypeError(findings.map(({ what }) => what).join('; '));
  }
  const { findings: found } = judge(clusterOf(objects, context), {
    today: known.today ?? '0000-01-01',
    unused: 'none',
  });
  return { context, objects, findings: found };
}

/** More names than these do not fit a line. */
const NAMES = 8;

/** What to do, in the order in which it is safe. */
function stepsFor(advice: Changes): UpgradeStep[] {
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
            what:
              'remove the entries that do nothing any more, which polyvirt leaves out of what it writes: ' +
              `${namesOf(idle)}`,
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
