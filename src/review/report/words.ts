import { oneLine } from '../../findings/escape/characters';
import { isChanged } from '../../findings/not-judged';
import { placeText } from '../../findings/text';
import { EFFECT_SEVERITIES, type EffectName } from '../effects/effect';
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

/** A field of a group, with the values that it has in its members, each pair once. */
export interface GroupField {
  readonly field: ReviewedField;
  /** Where it is; names of objects and clusters that differ are `<name>` and `<cluster>`. */
  readonly path: string;
  readonly values: readonly (readonly [before: string, after: string])[];
}

/** Fields of a group. All members have the same, in the same order: that is what makes them a group. */
export function groupFields(group: ChangeGroup): GroupField[] {
  const { first, members } = group;
  const isOne = members.length === 1;
  return first.fields.map((field, i) => {
    const pairs = new Map<string, readonly [string, string]>();
    for (const member of members) {
      const texts = valueTexts(member.fields[i]!);
      const shown = isOne ? texts : ([masked(texts[0], member), masked(texts[1], member)] as const);
      pairs.set(shown.join('\0'), shown);
    }
    return { field, path: isOne ? field.path : masked(field.path, first), values: [...pairs.values()] };
  });
}

/** What a group changes, on one line: `memory.guest 4Gi → 8Gi, cpu.sockets 2 → 4 and 3 more fields`. */
export function changeText(group: ChangeGroup): string {
  const { change } = group.first;
  const fields = groupFields(group);
  if (change !== 'modified') {
    return change === 'added' ? 'new' : change;
  }
  const worst = fields.toSorted((a, b) => severityOf(b) - severityOf(a)).slice(0, MOST_FIELDS);
  const told = worst.map(({ path, field, values }) => `${shortPath(path)} ${valuesText(field, values)}`);
  const more = fields.length - told.length;
  return `${told.join(', ')}${more > 0 ? ` and ${many(more, 'more field')}` : ''}`;
}

/** Fields that a line has room for. */
const MOST_FIELDS = 3;

function severityOf({ field }: GroupField): number {
  return EFFECT_SEVERITIES.indexOf(field.severity);
}

/** Both values; of several pairs with the same value before, that one once: `4Gi → 5Gi, 6Gi and 9 more`. */
function valuesText({ hidden }: ReviewedField, values: GroupField['values']): string {
  if (hidden === true) {
    return 'differs (hidden)';
  }
  const olds = new Set(values.map(([before]) => before));
  const short = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text);
  return olds.size === 1
    ? `${short([...olds][0]!)} → ${few(
        values.map(([, after]) => short(after)),
        3,
      )}`
    : few(
        values.map((pair) => pair.map(short).join(' → ')),
        3,
      );
}

/** Characters of a value on a line; the whole is with the fields. */
const SHORT = 40;

/** The end of a path by which everybody knows it: `memory.guest`, `disks[os].disk.bus`. */
export function shortPath(path: string): string {
  const prefix = PREFIXES.find((each) => path.startsWith(each) && path.length > each.length);
  return prefix === undefined ? path : path.slice(prefix.length);
}

/** The longest first. */
const PREFIXES = [
  'spec.virtualMachineTemplate.spec.template.spec.domain.devices.',
  'spec.virtualMachineTemplate.spec.template.spec.domain.',
  'spec.virtualMachineTemplate.spec.template.spec.',
  'spec.template.spec.domain.devices.',
  'spec.template.spec.domain.',
  'spec.template.spec.',
  'spec.configuration.developerConfiguration.',
  'spec.configuration.',
  'spec.',
];

/** Both values of a field, each on one line; where they look alike, as 2 and "2", so that they do not. */
export function valueTexts({ before, after, hidden }: ReviewedField): readonly [before: string, after: string] {
  if (hidden === true) {
    return ['(hidden)', '(hidden)'];
  }
  const [old, fresh] = [valueText(before), valueText(after)];
  const written = (value: unknown) => valueText(value === undefined ? undefined : JSON.stringify(value));
  return old === fresh ? [written(before), written(after)] : [old, fresh];
}

function valueText(value: unknown): string {
  if (value === undefined) {
    return '–';
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return oneLine(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}

const LONGEST = 160;
