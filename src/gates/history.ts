import { atLeast, minorOf, type Release } from '../kube/release';
import {
  FEATURE_GATES,
  type FeatureGate,
  READ_BEFORE_REGISTERED,
  READ_BY_NOTHING_SINCE,
  STAGE_IN_A_COMMENT,
  STAGES,
  STAGES_RECORDED_SINCE,
  type Stage,
  type StageHistory,
} from './stages';

/** Every name of the table, in its order. */
export const GATE_NAMES = Object.keys(FEATURE_GATES) as readonly FeatureGate[];

/** Whether some release of KubeVirt in the table registers a gate of this name, letter by letter. */
export function isFeatureGate(name: string): name is FeatureGate {
  return Object.hasOwn(FEATURE_GATES, name);
}

/** One step in the life of a gate. */
export interface StageStep {
  readonly stage: Stage;
  readonly since: Release;
}

/** The life of a gate, oldest first. */
export function stepsOf(gate: FeatureGate): StageStep[] {
  const history: StageHistory = FEATURE_GATES[gate];
  return STAGES.flatMap((stage) => {
    const since = history[stage];
    return since === undefined ? [] : [{ stage, since }];
  });
}

/** The stage of a gate in a release, or nothing where it is not registered. */
export function stageOf(gate: string, kubevirt: Release): Stage | undefined {
  return isFeatureGate(gate) ? stepsOf(gate).findLast(({ since }) => atLeast(kubevirt, since))?.stage : undefined;
}

/** The gates that a release registers. */
export function gatesOf(kubevirt: Release): FeatureGate[] {
  return GATE_NAMES.filter((gate) => stageOf(gate, kubevirt) !== undefined);
}

/** Whether a release reads the gate although it does not register it. */
export function isReadUnregistered(gate: string, kubevirt: Release): boolean {
  const since = isFeatureGate(gate) ? READ_BEFORE_REGISTERED[gate] : undefined;
  return since !== undefined && atLeast(kubevirt, since) && stageOf(gate, kubevirt) === undefined;
}

/** A gate that changes nothing in a release, listed or not. Unknown names are left alone. */
export function isInert(gate: string, kubevirt: Release): boolean {
  const unread = isFeatureGate(gate) ? READ_BY_NOTHING_SINCE[gate] : undefined;
  return stageOf(gate, kubevirt) === 'Discontinued' || (unread !== undefined && atLeast(kubevirt, unread));
}

/** How surely a stage is known: what KubeVirt registers, what a comment says, or that it is opt-in and no more. */
export function stageIsFrom(gate: FeatureGate, kubevirt: Release): 'registration' | 'comment' | 'opt-in' | undefined {
  const stage = stageOf(gate, kubevirt);
  if (stage === undefined) {
    return undefined;
  }
  if (atLeast(kubevirt, STAGES_RECORDED_SINCE) || (stage !== 'Alpha' && stage !== 'Beta')) {
    return 'registration';
  }
  return STAGE_IN_A_COMMENT[gate]?.includes(minorOf(kubevirt)) ? 'comment' : 'opt-in';
}

/** Where the stage of a gate was read. */
export function sourceOf(gate: FeatureGate, kubevirt: Release): string {
  const stage = stageOf(gate, kubevirt);
  const isActive = stage === 'Alpha' || stage === 'Beta';
  if (!atLeast(kubevirt, STAGES_RECORDED_SINCE)) {
    return `kubevirt pkg/virt-config/${isActive ? '' : 'deprecation/'}feature-gates.go, ${minorOf(kubevirt)}`;
  }
  return `kubevirt pkg/virt-config/featuregate/${isActive ? 'active' : 'inactive'}.go, ${minorOf(kubevirt)}`;
}
