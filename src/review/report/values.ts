import { oneLine } from '../../findings/escape/characters';
import { EFFECT_SEVERITIES } from '../effects/effect';
import type { ReviewedField } from '../result';
import { type ChangeGroup, masked } from './fold';
import { few, many } from './words';

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
