import type { CheckContext, ClusterView } from '../cluster/cluster-view';
import { createdInstanceOf } from '../cluster/created-instance';
import { imagesContext } from '../cluster/data-sources';
import type { Group } from '../cluster/group';
import { isToldOnce, withoutCount } from '../cluster/judge/judge';
import { workloadOf } from '../cluster/workloads';
import { baselineOf, withoutKnown } from '../findings/baseline';
import { compareFindings, type Finding } from '../findings/finding';
import { type ShownFinding, shownFindings } from '../findings/shown-finding';
import { FeatureGates } from '../gates/registry';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { pictureOf } from '../golden-images/picture';
import { imagesReport } from '../golden-images/report';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isPending, place, schedulerMessage } from '../pods/place';
import { withKubeVirt } from '../target/node-pool';
import type { SourcedObject } from './documents';
import type { ClusterFacts } from './effects/cluster-facts';
import type { AlertChange, FitChange, GateChange } from './result';

/** Findings of one side that are not on the other. */
export function findingsOnlyIn(findings: readonly Finding[], other: readonly Finding[]): ShownFinding[] {
  const elsewhere = new Set(other.map(matterOf));
  // One that is told at the first of many objects is at another one as soon as that changes.
  const placed = findings.filter((finding) => !isToldOnce(finding));
  const fresh = [...withoutKnown(placed, baselineOf(other)).fresh, ...findings.filter(isToldOnce)].filter(
    (finding) => !elsewhere.has(matterOf(finding)),
  );
  return shownFindings(fresh).sort(compareFindings);
}

/** One matter may be at another path, or in another version of the kind, where a target writes an object otherwise. */
function matterOf(finding: Finding): string {
  const { code, object, what } = finding;
  return JSON.stringify(
    isToldOnce(finding) ? [code, withoutCount(finding)] : [code, object?.kind, object?.namespace, object?.name, what],
  );
}

/** Alerts of golden images that one side has and the other has not. */
export function alertsOnlyIn(
  side: { readonly objects: readonly KubeObject[]; readonly context: CheckContext },
  other: { readonly objects: readonly KubeObject[]; readonly context: CheckContext },
): AlertChange[] {
  const there = alertsOf(other);
  return [...alertsOf(side)]
    .map(([alert, images]) => ({ alert, images: images.filter((image) => there.get(alert)?.includes(image) !== true) }))
    .filter(({ alert, images }) => !there.has(alert) || images.length > 0);
}

/** The alerts that fire, with the images that they are about. */
function alertsOf({
  objects,
  context,
}: {
  readonly objects: readonly KubeObject[];
  readonly context: CheckContext;
}): Map<string, readonly string[]> {
  const object = [...objects, ...(context.existing ?? [])].find(isHyperConverged);
  if (object === undefined) {
    return new Map();
  }
  const { alerts } = imagesReport(object, pictureOf(object, imagesContext(context, object)));
  return new Map(alerts.filter(({ firing }) => firing).map(({ name, images }) => [name, images]));
}

/** Gates that are on on one side only. */
export function gatesThatChange(was: ClusterFacts, is: ClusterFacts): GateChange[] {
  // Where the KubeVirt of a side was not found, its gates are not known: the defaults would make changes up.
  if (was.configured !== is.configured) {
    return [];
  }
  const names = new Set([...namesOf(was), ...namesOf(is)]);
  const word = (on: boolean) => (on ? 'on' : 'off');
  return [...names]
    .filter((gate) => was.isOn(gate) !== is.isOn(gate))
    .sort()
    .map((gate) => ({ gate, before: word(was.isOn(gate)), after: word(is.isOn(gate)) }));
}

function namesOf({ kubevirt, view }: ClusterFacts): string[] {
  return FeatureGates.of(kubevirt, view.context.supportByArch).names();
}

/** Why no node takes a VM: empty where one does, nothing where that is not known. */
type Fit = string | undefined;

/** Whether some node of its cluster takes a VM, each looked at as if it were alone there. */
function fitOf(object: KubeObject, cluster: ClusterView): Fit {
  const created = createdInstanceOf(object, cluster);
  if (cluster.nodes === undefined || cluster.nodes.length === 0 || created === undefined) {
    return undefined;
  }
  const { nodes } = withKubeVirt(cluster.nodes, cluster.workloadPlacement);
  const [placed] = place([workloadOf(created, cluster)], nodes);
  return placed !== undefined && isPending(placed) ? schedulerMessage(placed) : '';
}

/** Asks for the VMs of one side, once for those that are alike. */
function fitsOf(cluster: ClusterView): (vm: SourcedObject) => Fit {
  const known = new Map<Group, Fit | 'each'>();
  return ({ object, membership }) => {
    if (membership === undefined) {
      return fitOf(object, cluster);
    }
    const { group } = membership;
    if (!known.has(group)) {
      const fit = fitOf(object, cluster);
      // Where the representative comes to something else, a text of the VM's own decides.
      known.set(group, fit === fitOf(group.representative, cluster) ? fit : 'each');
    }
    const fit = known.get(group);
    return fit === 'each' ? fitOf(object, cluster) : fit;
  };
}

/** VMs that fitted and fit no more, and the other way round. */
export function fitChanges(
  pairs: readonly { readonly before?: SourcedObject; readonly after: SourcedObject }[],
  was: ClusterView,
  is: ClusterView,
): { lost: FitChange[]; gained: FitChange[] } {
  const [lost, gained]: [FitChange[], FitChange[]] = [[], []];
  const [fitBefore, fitAfter] = [fitsOf(was), fitsOf(is)];
  for (const { before, after } of pairs) {
    const now = fitAfter(after);
    if (now === undefined) {
      continue;
    }
    const then = before === undefined ? '' : fitBefore(before);
    const object = findingObject(after.object);
    if (now !== '' && (then === '' || then === undefined)) {
      lost.push({ object, reason: now });
    } else if (now === '' && then !== undefined && then !== '') {
      gained.push({ object, reason: then });
    }
  }
  return { lost, gained };
}
