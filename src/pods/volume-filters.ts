import { selectsLabels } from '../kube/label-selector';
import { type Certainty, mayHave, meets, meetsOneOf } from '../kube/node-selector';
import type { ClusterNode } from '../target/node';
import type { NodeState } from './node-state';
import type { OpenClaim, PodClaim, PodView, Provision, ReachableVolume } from './pod-view';
import type { FilterVerdict } from './scheduler-filters';
import type { Surroundings } from './surroundings';

/** k8s.io/kubernetes pkg/scheduler/framework/plugins, as of 1.36. */
const IN_USE =
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
const TOO_MANY = 'node(s) exceed max volume count';
const NOT_REACHED = "node(s) didn't match PersistentVolume's node affinity";
const NONE_TO_BIND = "node(s) didn't find available persistent volumes to bind";
const NO_SPACE = 'node(s) did not have enough free storage';
const OTHER_ZONE = 'node(s) had no available volume zone';

/** What is wrong with a claim itself is said of all nodes, before any of them is looked at. */
export function claimRefusal({ claims }: PodView): FilterVerdict | undefined {
  const found = claims?.find(({ refusal }) => refusal !== undefined);
  return found === undefined
    ? undefined
    : { ...verdict('no', found.refusal!, `the claim ${found.key} cannot be used as it is`), isOfPod: true };
}

/** volumerestrictions: a claim that one pod uses and no other may. */
export function volumeRestrictions({ claims }: PodView, _: NodeState, around: Surroundings): FilterVerdict | undefined {
  const found = claims?.find(({ isExclusive, key }) => isExclusive === true && around.usesClaim(key));
  return found === undefined ? undefined : verdict('no', IN_USE, `another pod uses the claim ${found.key}`);
}

/**
 * nodevolumelimits: the most volumes of a CSI driver, counted with those of other pods and those that are attached.
 *
 * kube-scheduler counts a volume of the pod twice where it is still attached; one that runs is judged here as if it did not.
 */
export function volumeLimits({ claims }: PodView, { node, pods }: NodeState): FilterVerdict | undefined {
  const own = new Map(
    (claims ?? []).flatMap(({ attached }) => (attached?.limits.has(node.name) ? [[attached.volume, attached]] : [])),
  );
  for (const { driver, limits } of own.values()) {
    const { most, attached } = limits.get(node.name)!;
    const others = new Set(attached);
    for (const each of pods.flatMap((pod) => pod.claims ?? [])) {
      if (each.attached?.driver === driver) {
        others.add(each.attached.volume);
      }
    }
    const used = [...others].filter((volume) => !own.has(volume)).length;
    const wanted = [...own.values()].filter((each) => each.driver === driver);
    const isThere = (volume: string) =>
      pods.some((pod) => pod.claims?.some((each) => each.attached?.volume === volume));
    const added = wanted.filter(({ volume }) => !isThere(volume)).length;
    if (added > 0 && used + wanted.length > most) {
      const detail = `${used} volumes of ${driver} are attached there, and it takes ${most}`;
      return verdict('no', TOO_MANY, detail);
    }
  }
  return undefined;
}

/** volumebinding: volumes that are bound must be reached, and for those that wait one must be found or made. */
export function volumeBinding({ claims = [] }: PodView, { node }: NodeState): FilterVerdict | undefined {
  const found: FilterVerdict[] = [];
  let unsure: FilterVerdict | undefined;
  const note = (said: FilterVerdict | undefined) => {
    if (said?.answer === 'no') {
      found.push(said);
    } else {
      unsure ??= said;
    }
  };
  for (const { where } of claims) {
    if (where.type === 'bound' && found.length === 0) {
      note(unreached(where.volume, node));
    } else if (where.type === 'unknown') {
      note(verdict('unknown', NOT_REACHED, where.detail));
    }
  }
  note(unbindable(claims, node));
  const [first, ...others] = found;
  return first === undefined
    ? unsure
    : others.length === 0
      ? first
      : { ...first, also: others.map(({ reason }) => reason) };
}

function unreached(volume: ReachableVolume, node: ClusterNode): FilterVerdict | undefined {
  const answer = reaches(node, volume.terms);
  return answer === 'yes' ? undefined : verdict(answer, NOT_REACHED, elsewhere(`the volume ${volume.name}`, answer));
}

/** Claims that wait for a pod, the smallest first: a volume that one of them takes is gone for the others. */
function unbindable(claims: readonly PodClaim[], node: ClusterNode): FilterVerdict | undefined {
  const open = claims.flatMap(({ where }) => (where.type === 'open' ? [where.claim] : []));
  const other = open.find(({ selectedNode }) => selectedNode !== undefined && selectedNode !== node.name);
  if (other !== undefined) {
    return verdict('no', NONE_TO_BIND, `the volume of the claim ${other.name} is being made for ${other.selectedNode}`);
  }
  const taken = new Set<string>();
  let unsure: FilterVerdict | undefined;
  for (const claim of [...open].sort((a, b) => (a.size < b.size ? -1 : a.size > b.size ? 1 : 0))) {
    const matched = claim.selectedNode === undefined ? matching(claim, node, taken) : undefined;
    if (matched?.answer === 'yes') {
      taken.add(matched.volume.name);
      continue;
    }
    const said = unmade(claim, node);
    if (said?.answer === 'no' && matched === undefined) {
      return said;
    }
    unsure ??= said === undefined ? undefined : { ...said, answer: 'unknown' };
  }
  return unsure;
}

/** A volume that is there and would do; one that may is unknown. A volume that names the claim is the only one. */
function matching(
  { reserved, candidates }: OpenClaim,
  node: ClusterNode,
  taken: ReadonlySet<string>,
): { readonly answer: Certainty; readonly volume: ReachableVolume } | undefined {
  const answers = (reserved === undefined ? candidates : [reserved])
    .filter(({ name }) => !taken.has(name))
    .map((volume) => ({ answer: reaches(node, volume.terms), volume }));
  return answers.find(({ answer }) => answer === 'yes') ?? answers.find(({ answer }) => answer === 'unknown');
}

/** Why no volume is made for a claim where the pod goes. */
function unmade({ name, provision }: OpenClaim, node: ClusterNode): FilterVerdict | undefined {
  if (provision === undefined) {
    return verdict('no', NONE_TO_BIND, `no volume that is there fits the claim ${name}, and its class makes none`);
  }
  const answer = reaches(node, provision.topologies);
  if (answer !== 'yes') {
    const made = `volumes of the class ${provision.className}`;
    return verdict(answer, NONE_TO_BIND, elsewhere(made, answer));
  }
  const room = hasRoom(provision, node);
  return room === 'yes'
    ? undefined
    : verdict(room, NO_SPACE, `no storage that the node reaches has room for the claim ${name}`);
}

function hasRoom({ rooms }: Provision, { labels, known }: ClusterNode): Certainty {
  if (rooms === undefined || rooms.some((selector) => selectsLabels(selector, labels))) {
    return 'yes';
  }
  return known === 'declared' && rooms.length > 0 ? 'unknown' : 'no';
}

function reaches(node: ClusterNode, terms: ReachableVolume['terms']): Certainty {
  return terms === undefined ? 'yes' : meetsOneOf(node, terms);
}

/** Labels of zones and regions, on volumes and on nodes. */
export const ZONE_LABELS = ['zone', 'region'].flatMap((word) => [
  `failure-domain.beta.kubernetes.io/${word}`,
  `topology.kubernetes.io/${word}`,
]);

/** volumezone: labels of a volume that name its zone or region. A node without any such label takes every volume. */
export function volumeZone({ claims = [] }: PodView, { node }: NodeState): FilterVerdict | undefined {
  const volumes = claims.flatMap(({ where }) =>
    where.type === 'bound' && where.volume.zones.length > 0 ? [where.volume] : [],
  );
  const isOpen = ZONE_LABELS.some((label) => mayHave(node, label));
  if (volumes.length === 0 || (!isOpen && !ZONE_LABELS.some((label) => Object.hasOwn(node.labels, label)))) {
    return undefined;
  }
  let unsure: FilterVerdict | undefined;
  for (const { name, zones } of volumes) {
    for (const zone of zones) {
      const key = Object.hasOwn(node.labels, zone.key)
        ? zone.key
        : zone.key.replace(/^failure-domain\.beta/, 'topology');
      const answer = meets(node, { ...zone, key });
      const said =
        answer === 'yes'
          ? undefined
          : verdict(
              answer,
              OTHER_ZONE,
              `the volume ${name} is in ${zone.values.join(' or ')} by its label ${zone.key}`,
            );
      if (answer === 'no') {
        return said;
      }
      unsure ??= said;
    }
  }
  return unsure;
}

function elsewhere(what: string, answer: Certainty): string {
  return answer === 'no'
    ? `${what} cannot be reached from there, by the labels of the node`
    : `whether ${what} can be reached from there depends on labels of the node that are not known`;
}

function verdict(answer: Certainty, reason: string, detail: string): FilterVerdict {
  return { answer, reason, kind: 'volume', detail, cause: { type: 'volume' } };
}
