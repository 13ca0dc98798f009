import { isChanged } from '../../findings/not-judged';
import { placeText } from '../../findings/text';
import type { EffectName } from '../effects/effect';
import type { Review, ReviewedField } from '../result';
import { hasChanges } from '../review';
import { type ChangeGroup, masked, maskedCluster } from './fold';
import { subjectOf } from './report';

/** What happens to one, and to several. */
const PHRASES: Readonly<Record<EffectName, readonly [one: string, several: string]>> = {
  rejected: ['is rejected', 'are rejected'],
  recreate: ['is deleted and made anew', 'are deleted and made anew'],
  prune: ['is deleted', 'are deleted'],
  rollback: ['rolls the disks of a VM back', 'roll the disks of VMs back'],
  'data-delete': ['loses a golden image', 'lose golden images'],
  'scale-in': ['shrinks', 'shrink'],
  stop: ['is shut down', 'are shut down'],
  'restart-forced': ['is restarted', 'are restarted'],
  'machines-rolled': ['replaces its machines', 'replace their machines'],
  'fleet-migrate': ['moves every running VM', 'move every running VM'],
  reimport: ['imports a golden image again', 'import golden images again'],
  'restart-required': ['needs a restart', 'need a restart'],
  'start-fails': ['is new, and cannot start', 'are new, and cannot start'],
  'next-start-fails': ['leaves VMs that cannot start again', 'leave VMs that cannot start again'],
  'components-rolled': ['restarts pods of KubeVirt', 'restart pods of KubeVirt'],
  'pods-rolled': ['replaces its pods', 'replace their pods'],
  'live-migrate': ['is live-migrated', 'are live-migrated'],
  snapshot: ['takes a snapshot of a VM', 'take snapshots of VMs'],
  export: ['serves the data of disks', 'serve the data of disks'],
  pending: ['has a change that waits for an action by hand', 'have changes that wait for an action by hand'],
  start: ['is started', 'are started'],
  kept: ['stays on the cluster', 'stay on the cluster'],
  'scale-out': ['grows', 'grow'],
  create: ['is new', 'are new'],
  'live-update': ['is changed in place', 'are changed in place'],
  'next-migration': ['moves at its next migration', 'move at their next migration'],
  'next-start': ['changes at its next start', 'change at their next start'],
  none: ['changes without effect', 'change without effect'],
};

/** The same of VMs, where it is said otherwise. */
const VM_PHRASES: Partial<Record<EffectName, readonly [one: string, several: string]>> = {
  'next-start-fails': ['cannot start again', 'cannot start again'],
};

/** The verdict in one word: the worst effect; or why there is none. */
export function titleWord({ verdict, notJudged }: Review): string {
  return notJudged.some(isChanged) ? 'not judged' : (verdict.worst ?? 'no changes');
}

/** The verdict in one line: what is unknown, then the worst first, with numbers. */
export function headline(review: Review): string {
  const unseen = review.notJudged.filter(isChanged).length;
  const judged = judgedHeadline(review);
  return unseen === 0
    ? judged
    : `${many(unseen, 'change')} ${unseen === 1 ? 'was' : 'were'} not judged. Of what was: ${judged}`;
}

function judgedHeadline(review: Review): string {
  const { changes, verdict, notJudged } = review;
  if (changes.length === 0 && !hasChanges(review)) {
    return notJudged.length === 0 ? 'Nothing changes on a cluster.' : 'Nothing changes in what was judged.';
  }
  if (changes.length === 0) {
    return 'No object changes; what is around them does.';
  }
  const order = new Map<EffectName, { vms: number; others: number }>();
  for (const { effect, object } of changes) {
    const count = order.get(effect) ?? { vms: 0, others: 0 };
    order.set(
      effect,
      object.kind === 'VirtualMachine' ? { ...count, vms: count.vms + 1 } : { ...count, others: count.others + 1 },
    );
  }
  const parts = [...order].flatMap(([effect, { vms, others }]) => [
    ...(vms === 0 ? [] : [phrase(vms, 'virtual machine', VM_PHRASES[effect] ?? PHRASES[effect])]),
    ...(others === 0 ? [] : [phrase(others, 'object', PHRASES[effect])]),
  ]);
  const { touched, all } = verdict.clusters;
  const where = all > 1 && touched.length > 0 ? ` In ${touched.length} of ${all} clusters.` : '';
  const sync = order.has('rejected') ? ' The sync fails.' : '';
  return `${sentenceCase(parts.join(', '))}.${sync}${where}`;
}

function phrase(count: number, noun: string, [one, several]: readonly [string, string]): string {
  return count === 1 ? `1 ${noun} ${one}` : `${count} ${noun}s ${several}`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Who a group is about, and where: `VirtualMachine apps/web in 412 clusters`. */
export function groupTitle({ first, members, names, clusters }: ChangeGroup): string {
  const own = clusters.length > 1 ? maskedCluster(subjectOf(first), first) : subjectOf(first);
  const subject = names.length === 1 ? own : `${members.length} ${first.object.kind}s`;
  return `${subject}${inClusters(clusters)}`;
}

/** ` in fra`, ` in 3 clusters`; nothing where there are no names of clusters. */
export function inClusters(clusters: readonly string[]): string {
  return clusters.length > 1
    ? ` in ${clusters.length} clusters`
    : clusters[0] === undefined
      ? ''
      : ` in ${clusters[0]}`;
}

/** How bad it is, and why: `disruptive: restart-required`. */
export function effectWords({ severity, effect }: Pick<ReviewedField, 'severity' | 'effect'>): string {
  return severity === effect || effect === 'none' ? severity : `${severity}: ${effect}`;
}

/** What happens to each of a group: the name of each is `<name>`. */
export function groupText({ first, members }: ChangeGroup): string {
  return members.length === 1 ? effectText(first) : masked(effectText(first), first);
}

/** Where a change was made, and in how many places beside that one; nothing where that is not known. */
export function originText({ first: { origin }, places }: ChangeGroup): string | undefined {
  const parts = origin === undefined ? [] : [origin.construct, placeText(origin)].filter((part) => part);
  return parts.length === 0
    ? undefined
    : `${parts.join(', ')}${places > 1 ? ` and ${many(places - 1, 'more place')}` : ''}`;
}

/** What happens, with what is not sure of it. */
export function effectText({
  text,
  ifRunning,
  otherwise,
}: Pick<ReviewedField, 'text' | 'ifRunning' | 'otherwise'>): string {
  return `${ifRunning === true ? 'If it runs: ' : ''}${text}${otherwise === undefined ? '' : ` Or: ${otherwise}.`}`;
}

/** A few of many, and how many more there are. */
export function few(words: readonly string[], most = 5): string {
  const more = words.length - most;
  return more > 0 ? `${words.slice(0, most).join(', ')} and ${more} more` : words.join(', ');
}

/** `1 object`, `2 objects`. */
export function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
