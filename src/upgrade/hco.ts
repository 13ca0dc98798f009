import { HCO_FEATURE_GATES, type HcoFeatureGate, hcoGateOf, hcoStateOf } from '../gates/hco';
import type { KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { atLeast, type Release } from '../kube/release';
import { HCO_MOVES, type HcoMove } from '../review/hco-moves';
import { HCO_V1, servesHcoV1 } from '../target/facts';

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
