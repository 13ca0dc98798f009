import { type Rollout, stageOf } from '../argocd/sets/rollout';
import type { FindingObject } from '../findings/finding';
import { findingObject, nameOf } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';
import type { DeployedByApplication } from './effects/cluster-facts';
import type { ReviewedChange } from './result';

/** The order in which an ApplicationSet brings what changes. */
export interface ReviewedRollout {
  readonly set: FindingObject;
  /** Steps with something that changes, by their numbers. */
  readonly steps: readonly ReviewedStep[];
  /** What changes in Applications of no step, which only a person syncs. */
  readonly unselected?: ReviewedStep;
  /** Whether production has it before, or together with, what is there to try it. */
  readonly production?: 'first' | 'together';
}

interface ReviewedStep {
  readonly step: number;
  readonly applications: readonly string[];
  /** VMs that change, as `shop/web on fra`. */
  readonly vms: readonly string[];
  readonly maxUpdate?: string;
}

type DeployedBy = (application: KubeObject, side: 'before' | 'after') => DeployedByApplication;

/** Tells which of the VMs that change roll first. A set that has fewer than two Applications with changes has no order. */
export function reviewedRollouts(
  rollouts: readonly Rollout[],
  changes: readonly ReviewedChange[],
  deployedBy: DeployedBy,
): ReviewedRollout[] {
  return rollouts.flatMap((rollout): ReviewedRollout[] => {
    const touched = (applications: readonly KubeObject[]) =>
      applications
        .map((application) => ({ application, vms: changedVms(application, changes, deployedBy) }))
        .filter(({ vms }) => vms.length > 0);
    const steps = rollout.steps.map(({ applications, maxUpdate }, i) => ({
      step: i + 1,
      touched: touched(applications),
      ...(maxUpdate === undefined ? {} : { maxUpdate }),
    }));
    const unselected = touched(rollout.unselected);
    const all = [...steps.flatMap((each) => each.touched), ...unselected];
    const stages = steps.map((each) => each.touched.map(({ application }) => stage(application)));
    const production = productionIn(stages);
    if (all.length < 2 || (rollout.steps.length === 1 && production === undefined)) {
      return [];
    }
    return [
      {
        set: findingObject(rollout.set),
        steps: steps.filter((each) => each.touched.length > 0).map(stepOf),
        ...(unselected.length === 0 ? {} : { unselected: stepOf({ step: 0, touched: unselected }) }),
        ...(production === undefined ? {} : { production }),
      },
    ];
  });
}

interface Touched {
  readonly application: KubeObject;
  readonly vms: readonly string[];
}

function stepOf({ touched, ...step }: { readonly step: number; readonly touched: readonly Touched[] }): ReviewedStep {
  return {
    ...step,
    applications: touched.map(({ application }) => nameOf(application) ?? ''),
    vms: touched.flatMap(({ vms }) => vms),
  };
}

function changedVms(application: KubeObject, changes: readonly ReviewedChange[], deployedBy: DeployedBy): string[] {
  const [was, is] = [deployedBy(application, 'before'), deployedBy(application, 'after')];
  const own = new Set([...was.vms, ...is.vms]);
  const names = changes
    .filter(({ cluster }) => cluster === undefined || is.cluster === '' || cluster.split('+').includes(is.cluster))
    .flatMap(({ object, from }) => [object, ...(from === undefined ? [] : [from])])
    .map(({ namespace, name }) => (namespace === undefined || namespace === '' ? name : `${namespace}/${name}`))
    .filter((name) => own.has(name));
  return [...new Set(names)].sort().map((name) => (is.cluster === '' ? name : `${name} on ${is.cluster}`));
}

/** By its labels, its own name, and that of its cluster. */
function stage(application: KubeObject): ReturnType<typeof stageOf> {
  const { metadata, spec } = application;
  const labels = isMap(metadata?.labels) ? Object.values(metadata.labels).map(asText) : [];
  const destination = isMap(spec) && isMap(spec.destination) ? spec.destination : {};
  return stageOf([...labels, nameOf(application) ?? '', asText(destination.name ?? destination.server ?? '')]);
}

function productionIn(steps: readonly (readonly ReturnType<typeof stageOf>[])[]): ReviewedRollout['production'] {
  const first = steps.findIndex((stages) => stages.includes('production'));
  const last = steps.findLastIndex((stages) => stages.includes('development'));
  return first === -1 || last === -1 || last < first ? undefined : last === first ? 'together' : 'first';
}

/** What a reader has to know of it, in sentences. */
export function rolloutLines({ set, steps, unselected, production }: ReviewedRollout): string[] {
  const name = `${set.kind} ${set.namespace === undefined ? '' : `${set.namespace}/`}${set.name}`;
  const order = steps
    .map(
      ({ step, applications, vms, maxUpdate }) =>
        `step ${step} syncs ${applications.join(', ')}${maxUpdate === undefined ? '' : `, ${maxUpdate} at a time`} (${some(vms)})`,
    )
    .join('; then ');
  const isRolling = steps.some(({ step }) => step > 1) || unselected !== undefined;
  return [
    ...(production === undefined
      ? []
      : [
          production === 'first'
            ? `${name} brings it to production before development.`
            : `${name} brings it to production and development together.`,
        ]),
    ...(isRolling ? [`${name}: ${order}. A step waits until all Applications before it are Healthy.`] : []),
    ...(unselected === undefined
      ? []
      : [`${name}: ${unselected.applications.join(', ')} is in no step (${some(unselected.vms)}): sync it by hand.`]),
  ];
}

const MOST = 8;

function some(vms: readonly string[]): string {
  return vms.length > MOST ? `${vms.slice(0, MOST).join(', ')} and ${vms.length - MOST} more` : vms.join(', ');
}
