import { type Cluster, clusterOf, type PlaceOf } from '../cluster/cluster';
import type { CheckContext } from '../cluster/cluster-view';
import { grouped } from '../cluster/group';
import { makesGuests } from '../cluster/instance-of';
import { judge } from '../cluster/judge/judge';
import type { Finding } from '../findings/finding';
import type { FindingsPolicy } from '../findings/policy';
import { shownFindings } from '../findings/shown-finding';
import { findingObject, nameOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { alertsOnlyIn, findingsOnlyIn, fitChanges, gatesThatChange } from './cluster-changes';
import { type IgnoreRule, USUAL_NOISE } from './diff/ignore-rules';
import { matchObjects, type ObjectPair } from './diff/match-objects';
import { mayGuide, type ReviewDocument, type SourcedObject, splitDocuments } from './documents';
import { type ClusterFacts, clusterFacts, type Delivery } from './effects/cluster-facts';
import { ACTING_KINDS } from './effects/life-cycle';
import type { LiveState } from './effects/live-state';
import { isStandingRefusal } from './refusals';
import type { FitChange, Review, ReviewedChange, TargetChange } from './result';
import { ReviewedGroups, statesOf, withoutNode } from './reviewed-change';

/** One cluster as one side has it. */
export interface ReviewSide {
  readonly context: CheckContext;
  /** What the platform decides about findings. */
  readonly policy?: FindingsPolicy;
  readonly documents: readonly ReviewDocument[];
  /** What there is to say beside the rules: about declarations, with places. */
  readonly findings?: readonly Finding[];
  /** Where constructs and parts of a platform file are; absent where each object knows its own place. */
  readonly placeOf?: PlaceOf;
}

/** One cluster on both sides; what one side does not have was added or removed with all that is on it. */
export interface ReviewCluster {
  readonly name?: string;
  readonly before: ReviewSide;
  readonly after: ReviewSide;
}

/** How a review is made. */
export interface Reviewing {
  readonly ignore: readonly IgnoreRule[];
  readonly delivery: Delivery;
  readonly liveOf: (object: KubeObject) => LiveState;
  /** The day by which allowances are judged. */
  readonly today: string;
  /** Whether to keep both states of what changed, for a diff of their text. */
  readonly keepStates?: boolean;
}

/** What a cluster comes to, before names of clusters are joined. */
export type ClusterReview = Omit<Review, 'verdict' | 'assumptions' | 'notJudged' | 'clustered' | 'rendered'>;

/** Reviews one cluster: reads what changed, and the rest only as far as that depends on it. */
export function reviewCluster({ name, before, after }: ReviewCluster, reviewing: Reviewing): ClusterReview {
  const { before: old, after: fresh, unchanged } = splitDocuments(before.documents, after.documents);
  const targets = targetChanges(before.context, after.context);
  const isSameCluster = targets.length === 0 && isSame(surroundings(before), surroundings(after));
  if (old.length === 0 && fresh.length === 0 && isSameCluster) {
    return NOTHING;
  }
  const read = (documents: readonly ReviewDocument[]): readonly SourcedObject[] =>
    grouped(documents.flatMap((document) => document.objects()));
  const pairs = matchObjects(read(old), read(fresh));
  const here = { ...reviewing, cluster: name ?? '' };
  const isWhole = !isSameCluster || dependsOnOthers(pairs, unchanged);
  const partly = isWhole ? undefined : compare(before, after, pairs, read(unchanged.filter(mayGuide)), false, here);
  // A finding may come of what was not read, as a reference to it: then all is read to be sure.
  const isSure =
    partly !== undefined &&
    partly.findings.appeared.length + partly.findings.resolved.length === 0 &&
    !partly.changes.some(({ effect }) => effect === 'rejected');
  const found = isSure ? partly : compare(before, after, pairs, read(unchanged), true, here);
  return { ...found, targets };
}

const NOTHING: ClusterReview = {
  changes: [],
  findings: { appeared: [], resolved: [] },
  placement: { lost: [], gained: [] },
  alerts: { started: [], stopped: [] },
  gates: [],
  targets: [],
};

function compare(
  before: ReviewSide,
  after: ReviewSide,
  pairs: readonly ObjectPair<SourcedObject>[],
  same: readonly SourcedObject[],
  isWhole: boolean,
  reviewing: Reviewing & { readonly cluster: string },
): Omit<ClusterReview, 'targets'> {
  const constant = same.map(objectOf);
  const [was, is] = [
    sideOf(before, olds(pairs).map(objectOf), constant, isWhole),
    sideOf(after, news(pairs).map(objectOf), constant, isWhole),
  ];
  const { delivery, liveOf, ignore, today } = reviewing;
  const [wasFacts, facts] = [was, is].map(({ objects, context }) =>
    clusterFacts(objects, context, delivery, liveOf, reviewing.cluster),
  ) as [ClusterFacts, ClusterFacts];
  const [found, kept] = [
    findingsOf(was, before, today, isWhole ? [...olds(pairs), ...same] : olds(pairs)),
    findingsOf(is, after, today, isWhole ? [...news(pairs), ...same] : news(pairs)),
  ];
  const appeared = findingsOnlyIn(kept, found);
  const groups = new ReviewedGroups([...USUAL_NOISE, ...ignore], wasFacts, facts);
  const saidOf = byObject([...appeared, ...standing(kept, appeared)]);
  const changes = pairs.flatMap((pair): ReviewedChange[] => {
    const own = 'after' in pair ? saidOf(pair.after.object) : [];
    const change = groups.change(pair, own);
    return change === undefined ? [] : [reviewing.keepStates === true ? { ...change, states: statesOf(pair) } : change];
  });
  const guests = pairs.flatMap((pair) =>
    'after' in pair && makesGuests(pair.after.object)
      ? [{ after: pair.after, ...('before' in pair ? { before: pair.before } : {}) }]
      : [],
  );
  const others = isWhole
    ? same.filter(({ object }) => makesGuests(object)).map((vm) => ({ before: vm, after: vm }))
    : [];
  const placement = fitChanges([...guests, ...others], wasFacts.view, facts.view);
  return {
    changes: stranded(changes, placement.lost),
    findings: { appeared, resolved: findingsOnlyIn(found, kept) },
    placement,
    // Both depend on nothing but what makes all be read.
    alerts: isWhole ? { started: alertsOnlyIn(is, was), stopped: alertsOnlyIn(was, is) } : NOTHING.alerts,
    gates: isWhole ? gatesThatChange(wasFacts, facts) : [],
  };
}

/** Changes of VMs that no node takes: a restart that another field needs would be the last, and a new one never starts. */
function stranded(changes: readonly ReviewedChange[], lost: readonly FitChange[]): readonly ReviewedChange[] {
  const reasons = new Map(lost.map(({ object, reason }) => [JSON.stringify(object), reason]));
  return reasons.size === 0
    ? changes
    : changes.map((change) => {
        const reason = change.change === 'renamed' ? undefined : reasons.get(JSON.stringify(change.object));
        return reason === undefined ? change : withoutNode(change, reason);
      });
}

interface ClusterSide {
  readonly objects: readonly KubeObject[];
  readonly context: CheckContext;
}

/** What is judged of a side; what did not change is consulted only, unless all is read. */
function sideOf(
  { context }: ReviewSide,
  changed: readonly KubeObject[],
  same: readonly KubeObject[],
  isWhole: boolean,
): ClusterSide {
  return isWhole
    ? { objects: [...changed, ...same], context }
    : { objects: changed, context: { ...context, existing: [...same, ...(context.existing ?? [])] } };
}

function olds(pairs: readonly ObjectPair<SourcedObject>[]): SourcedObject[] {
  return pairs.flatMap((pair) => ('before' in pair ? [pair.before] : []));
}

function news(pairs: readonly ObjectPair<SourcedObject>[]): SourcedObject[] {
  return pairs.flatMap((pair) => ('after' in pair ? [pair.after] : []));
}

function objectOf({ object }: SourcedObject): KubeObject {
  return object;
}

/** What there is to say about a side. Whether an allowance is used depends on objects that are not read here. */
function findingsOf(
  { context }: ClusterSide,
  { policy = {}, findings = [], placeOf }: ReviewSide,
  today: string,
  holders: readonly SourcedObject[],
): readonly Finding[] {
  const cluster: Cluster = {
    ...clusterOf([], context),
    objects: holders.map(({ object, construct, path = '', membership }, i) => ({
      path,
      owner: construct ?? String(i),
      object,
      membership,
    })),
    policy,
    findings,
    placeOf: placeOf ?? ((owner, about) => holders[Number(owner)]?.placeOf?.(about?.path)),
  };
  return judge(cluster, { today, unused: 'none' }).findings;
}

/** What was wrong before, too, and is a reason to reject each change of its object. */
function standing(kept: readonly Finding[], appeared: readonly Finding[]): readonly Finding[] {
  const fresh = new Set(appeared.map(keyOf));
  return shownFindings(kept.filter(isStandingRefusal)).filter((finding) => !fresh.has(keyOf(finding)));
}

function keyOf({ code, object, path, what }: Finding): string {
  return JSON.stringify([code, object, path, what]);
}

/** Finds what is said of an object; in one pass, as a fleet with one mistake has as many findings as objects. */
function byObject(findings: readonly Finding[]): (object: KubeObject) => readonly Finding[] {
  const known = new Map<string, Finding[]>();
  for (const finding of findings) {
    const named = JSON.stringify(finding.object);
    const same = known.get(named);
    if (same === undefined) {
      known.set(named, [finding]);
    } else {
      same.push(finding);
    }
  }
  return (object) => known.get(JSON.stringify(findingObject(object))) ?? [];
}

function targetChanges({ target: before }: CheckContext, { target: after }: CheckContext): TargetChange[] {
  const components = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof typeof before>;
  return [...components]
    .filter((component) => before[component] !== after[component])
    .map((component) => ({
      component,
      ...(before[component] === undefined ? {} : { before: String(before[component]) }),
      ...(after[component] === undefined ? {} : { after: String(after[component]) }),
    }));
}

/** What is around the objects of a side: other nodes, another policy or other mistakes may change what is said of all. */
function surroundings({ context, policy, findings }: ReviewSide): readonly unknown[] {
  return [context.nodes, context.distribution, policy, findings];
}

/** Both sides of a review mostly share what they are for; a platform is read twice. */
function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.every((part, i) => part === after[i]) || JSON.stringify(before) === JSON.stringify(after);
}

/** Kinds that decide about others: a change of one may change what is said of objects that did not change. */
const DECIDING: ReadonlySet<string> = new Set([
  'KubeVirt',
  'HyperConverged',
  'CDI',
  'Namespace',
  'ResourceQuota',
  'LimitRange',
  'VirtualMachineInstancetype',
  'VirtualMachineClusterInstancetype',
  'VirtualMachinePreference',
  'VirtualMachineClusterPreference',
  'DataSource',
  'StorageClass',
  'Node',
]);

/** Kinds that VMs refer to: it counts when one comes or goes. */
const REFERRED: ReadonlySet<string> = new Set([
  'Secret',
  'ConfigMap',
  'ServiceAccount',
  'PersistentVolumeClaim',
  'DataVolume',
  'NetworkAttachmentDefinition',
  'MigrationPolicy',
]);

/**
 * Whether what did not change has to be read too.
 *
 * Findings about an unchanged document are the same on both sides and need not be known, unless it depends on
 * something that did change.
 */
function dependsOnOthers(pairs: readonly ObjectPair<SourcedObject>[], unchanged: readonly ReviewDocument[]): boolean {
  return pairs.some((pair) => {
    const objects = [...('before' in pair ? [pair.before] : []), ...('after' in pair ? [pair.after] : [])];
    return objects.some(
      ({ object }) =>
        DECIDING.has(object.kind) ||
        (pair.change !== 'modified' && (REFERRED.has(object.kind) || ACTING_KINDS.has(object.kind))) ||
        (pair.change !== 'modified' && isNamedIn(object, unchanged)) ||
        mayClash(object),
    );
  });
}

/** Other objects may refer to it, or have its name. */
function isNamedIn(object: KubeObject, documents: readonly ReviewDocument[]): boolean {
  const name = nameOf(object);
  return name !== undefined && documents.some(({ text }) => text.includes(name));
}

/** A MAC address must not be there twice. */
function mayClash({ spec }: KubeObject): boolean {
  return JSON.stringify(spec ?? null).includes('"macAddress"');
}
