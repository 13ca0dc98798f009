import type { Architecture } from '../architectures/facts';
import {
  BETA_ON_SINCE,
  DISABLED_GATES_SINCE,
  type Enablement,
  enablementOf,
  type GateLists,
  prerequisiteOf,
} from '../gates/enablement';
import { HCO_FEATURE_GATES, type HcoFeatureGate, hcoGateOf, hcoStateOf } from '../gates/hco';
import { judgeDisabled, judgeListed } from '../gates/judge';
import type { FeatureGates } from '../gates/registry';
import { isFeatureGate, type Stage, stepsOf } from '../gates/stages';
import type { KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { atLeast, minorOf, type Release } from '../kube/release';
import { HCO_MOVES, type HcoMove } from '../review/effects/hyper-converged';
import { HCO_V1, servesHcoV1 } from '../target/facts';

/** The gates of a cluster in one release. */
export interface GateSide {
  readonly gates: FeatureGates;
  readonly lists: GateLists;
}

/** What is known of the cluster around KubeVirt. */
interface GateSurroundings {
  /** Architectures that VMs run on; empty where they are unknown. */
  readonly architectures: readonly Architecture[];
  /** Absent where it is unknown. */
  readonly kubernetes?: Release;
  /** Whether HyperConverged writes the lists, so that users need not keep them tidy. */
  readonly listsAreOwned?: boolean;
}

/** A gate and what there is to say about it. */
interface GateNote {
  readonly name: string;
  readonly reason: string;
}

/** A gate that turns on or off. */
interface GateSwitch extends GateNote {
  /** Its stage in the new release; absent where that one does not have it. */
  readonly stage?: Stage;
  /** Whether a user can have it otherwise. */
  readonly canBeTurnedOff: boolean;
}

/** Why to keep a gate off. */
type OptOutCause = 'prerequisite' | 'unknown';

/** A gate to keep off. */
export interface OptOut extends GateNote {
  /** `unknown` where it depends on something unknown. */
  readonly cause: OptOutCause;
}

/** A gate that turns on although an architecture of the cluster does not support it. */
export interface UnsupportedGate extends GateNote {
  readonly architectures: readonly Architecture[];
  /** Whether VMs run on no other architecture. */
  readonly everywhere: boolean;
  readonly canBeTurnedOff: boolean;
}

/** A gate whose stage changes, listed or not. */
interface StageChange {
  readonly name: string;
  readonly from: Stage;
  readonly to: Stage;
}

/** What another release makes of the gates of a cluster. */
export interface GateChanges {
  /** On from now on, though not listed. */
  readonly turnedOn: readonly GateSwitch[];
  readonly turnedOff: readonly GateSwitch[];
  /** Entries that change nothing any more. */
  readonly inert: readonly GateNote[];
  /** Entries that the new release does not register. */
  readonly removed: readonly GateNote[];
  /** Entries that still work and are on their way out. */
  readonly deprecated: readonly GateNote[];
  readonly optOut: readonly OptOut[];
  readonly unsupported: readonly UnsupportedGate[];
  /** Gates that only the new release has, and that are off. */
  readonly available: readonly GateNote[];
  readonly stages: readonly StageChange[];
}

/** Compares the gates of a cluster in two releases. Either may be the newer one. */
export function gateChanges(before: GateSide, after: GateSide, around: GateSurroundings): GateChanges {
  const names = namesOf(before, after);
  const turnedOn = names.flatMap((name) => switched(name, before, after, true));
  const unsupported = turnedOn.flatMap((gate) => unsupportedOn(gate, after.gates, around.architectures));
  return {
    turnedOn,
    // A name that is not registered turned nothing on: it is among those that are removed.
    turnedOff: names
      .filter((name) => before.gates.stageOf(name) !== undefined)
      .flatMap((name) => switched(name, before, after, false)),
    ...(around.listsAreOwned === true ? { inert: [], removed: [], deprecated: [] } : entryChanges(before, after)),
    optOut: optOuts(turnedOn, around),
    unsupported,
    available: names
      .filter((name) => before.gates.stageOf(name) === undefined && after.gates.stageOf(name) !== undefined)
      .filter((name) => !stateOf(name, after).enabled)
      .map((name) => ({ name, reason: `new, ${after.gates.stageOf(name)}: off until it is listed` })),
    stages: names.flatMap((name) => {
      const [from, to] = [before.gates.stageOf(name), after.gates.stageOf(name)];
      return from === undefined || to === undefined || from === to ? [] : [{ name, from, to }];
    }),
  };
}

function namesOf(before: GateSide, after: GateSide): string[] {
  const listed = ({ featureGates = [] }: GateLists) => featureGates;
  return [
    ...new Set([...before.gates.names(), ...after.gates.names(), ...listed(before.lists), ...listed(after.lists)]),
  ].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

function stateOf(name: string, { gates, lists }: GateSide): Enablement {
  return enablementOf(name, lists, gates.kubevirt, (gate) => gates.stageOf(gate));
}

function switched(name: string, before: GateSide, after: GateSide, on: boolean): GateSwitch[] {
  const [was, is] = [stateOf(name, before), stateOf(name, after)];
  if (was.enabled === is.enabled || is.enabled !== on) {
    return [];
  }
  const stage = after.gates.stageOf(name);
  const canBeTurnedOff = is.reason !== 'GA' && atLeast(after.gates.kubevirt, DISABLED_GATES_SINCE);
  const reason = on ? onReason(is, before.gates.stageOf(name), after) : offReason(is, after);
  return [{ name, reason, canBeTurnedOff, ...(stage === undefined ? {} : { stage }) }];
}

function onReason({ reason }: Enablement, was: Stage | undefined, { gates }: GateSide): string {
  const from = was === undefined ? 'new' : was;
  switch (reason) {
    case 'GA':
      return was === 'GA'
        ? 'GA: always on, cannot be turned off'
        : `${from} before, GA from ${minorOf(gates.kubevirt)}: always on, cannot be turned off`;
    case 'Beta':
      return was === 'Beta'
        ? `Beta, as before: on by default from KubeVirt ${BETA_ON_SINCE}`
        : `${from} before, Beta now: on by default from KubeVirt ${BETA_ON_SINCE}`;
    case 'listed':
      return 'HyperConverged lists it';
    default:
      return 'its own field turns it on';
  }
}

function offReason({ reason }: Enablement, { gates }: GateSide): string {
  const release = `KubeVirt ${minorOf(gates.kubevirt)}`;
  switch (reason) {
    case 'disabled':
      return 'disabledFeatureGates turns it off';
    case 'unregistered':
      return `${release} does not have it`;
    default:
      return `off in ${release} unless it is listed`;
  }
}

/** What becomes of the entries of the lists. */
function entryChanges(before: GateSide, after: GateSide): Pick<GateChanges, 'inert' | 'removed' | 'deprecated'> {
  const inert: GateNote[] = [];
  const removed: GateNote[] = [];
  const deprecated: GateNote[] = [];
  for (const name of new Set(before.lists.featureGates)) {
    const [was, is] = [judgeListed(name, before.gates), judgeListed(name, after.gates)];
    if (after.gates.stageOf(name) === undefined) {
      const reason = removedReason(name, before, after);
      removed.push(...(reason === undefined ? [] : [{ name, reason }]));
    } else if (is?.leftOut === true && was?.leftOut !== true) {
      inert.push({ name, reason: said(name, is.finding.what) });
    } else if (is?.finding.code === 'PV203' && was?.finding.code !== 'PV203') {
      deprecated.push({ name, reason: `${said(name, is.finding.what)}: ${is.finding.fix}` });
    }
  }
  for (const name of new Set(before.lists.disabledFeatureGates)) {
    const [was, is] = [judgeDisabled(name, before.gates), judgeDisabled(name, after.gates)];
    if (is?.leftOut === true && was?.leftOut !== true && isFeatureGate(name)) {
      inert.push({ name, reason: said(name, is.finding.what) });
    }
  }
  return { inert, removed, deprecated };
}

/** What is said of a gate, where its name stands already. */
function said(name: string, what: string): string {
  return what.startsWith(`${name} `) ? what.slice(name.length + 1) : what;
}

/** A name in featureGates that the new release does not register; nothing where that makes no difference. */
function removedReason(name: string, before: GateSide, after: GateSide): string | undefined {
  const [from, to] = [before.gates.kubevirt, after.gates.kubevirt];
  if (isFeatureGate(name)) {
    const [first] = stepsOf(name);
    return before.gates.stageOf(name) === undefined
      ? undefined
      : `KubeVirt ${minorOf(to)} does not have it yet: it comes with ${first!.since}`;
  }
  return atLeast(to, BETA_ON_SINCE) && !atLeast(from, BETA_ON_SINCE)
    ? `KubeVirt does not register it, and from ${BETA_ON_SINCE} on a name that is not registered is off although listed`
    : undefined;
}

function unsupportedOn(
  { name, canBeTurnedOff }: GateSwitch,
  gates: FeatureGates,
  architectures: readonly Architecture[],
): UnsupportedGate[] {
  const lacking = architectures.filter((architecture) => gates.statusOf(name, architecture) === 'Unsupported');
  if (lacking.length === 0) {
    return [];
  }
  const everywhere = lacking.length === architectures.length;
  const evidence = lacking.map((each) => `on ${each}: ${gates.supportOf(name, each).evidence}`).join('; ');
  return [{ name, architectures: lacking, everywhere, canBeTurnedOff, reason: evidence }];
}

function optOuts(turnedOn: readonly GateSwitch[], { kubernetes }: GateSurroundings): OptOut[] {
  return turnedOn
    .filter(({ canBeTurnedOff }) => canBeTurnedOff)
    .flatMap(({ name }): OptOut[] => {
      const needed = prerequisiteOf(name);
      if (needed === undefined || (kubernetes !== undefined && atLeast(kubernetes, needed.kubernetes))) {
        return [];
      }
      const needs = `needs Kubernetes ${needed.kubernetes} (${needed.what})`;
      return kubernetes === undefined
        ? [{ name, cause: 'unknown', reason: `${needs}, and the target does not say which one the cluster runs` }]
        : [{ name, cause: 'prerequisite', reason: `${needs}; the cluster runs ${kubernetes}` }];
    });
}

/** A gate of HyperConverged that is otherwise in another release. */
interface HcoGateChange {
  readonly name: string;
  readonly reason: string;
  /** Whether the resource for the new release sets it. */
  readonly isSet: boolean;
  /** Whether it is on before and after, as the resource at hand has it. */
  readonly before: boolean;
  readonly after: boolean;
}

/** What another release of HyperConverged changes in its own resource. */
export interface HcoChanges {
  /** What becomes of its API versions. */
  readonly api: readonly string[];
  readonly gates: readonly HcoGateChange[];
  /** Fields that the resource at hand uses in v1beta1, and where v1 has them. */
  readonly moves: readonly HcoMove[];
}

/** The resource before and after: the same one, or what each release makes of a platform. */
interface HcoResources {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

/** Compares two releases of HyperConverged. */
export function hcoChanges(from: Release, to: Release, resources: HcoResources): HcoChanges {
  const steps = Object.values(HCO_V1);
  const newer = steps.filter(({ since }) => atLeast(to, since) && !atLeast(from, since));
  const older = steps.filter(({ since }) => atLeast(from, since) && !atLeast(to, since));
  const { after } = resources;
  const isOld = after?.apiVersion.endsWith('/v1beta1') === true;
  return {
    api: [
      ...newer.map(({ since, what }) => `${since}: ${what}`),
      ...older.map(({ since, what }) => `no longer, as it came with ${since}: ${what}`),
    ],
    gates: (Object.keys(HCO_FEATURE_GATES) as HcoFeatureGate[]).flatMap((name) =>
      gateChange(name, from, to, resources),
    ),
    moves:
      isOld && newer.length > 0 && servesHcoV1(to)
        ? HCO_MOVES.filter(({ v1beta1 }) => valueAt(after, v1beta1) !== undefined)
        : [],
  };
}

function gateChange(
  name: HcoFeatureGate,
  from: Release,
  to: Release,
  { before, after }: HcoResources,
): HcoGateChange[] {
  const [was, is] = [hcoGateOf(name, from), hcoGateOf(name, to)];
  if (was?.phase === is?.phase && was?.default === is?.default) {
    return [];
  }
  const state = hcoStateOf(before, name, from);
  const isSet = hcoStateOf(after, name, to) !== undefined;
  const on = (step: typeof was) => step?.default !== undefined && (state ?? step.default);
  // Phases of what is ignored anyway do not matter, unless the resource still has it.
  if (was?.default === undefined && is?.default === undefined && state === undefined) {
    return [];
  }
  return [
    {
      name,
      isSet,
      before: on(was),
      after: on(is),
      reason: `${told(was, from)} → ${told(is, to)}`,
    },
  ];
}

function told(step: ReturnType<typeof hcoGateOf>, release: Release): string {
  if (step === undefined) {
    return `not in ${release}`;
  }
  const phase = step.phase === 'unspecified' ? '' : `${step.phase}, `;
  const instead = step.phase === 'deprecated' || step.default === undefined ? step.replacement : undefined;
  const use = instead === undefined ? '' : `: use ${instead}`;
  return `${phase}${step.default === undefined ? 'ignored' : step.default ? 'on by default' : 'off by default'}${use}`;
}
