import { suggestionFor } from '../../findings/suggestion';
import { isLabelValue, isQualifiedName } from '../../kube/names';
import { asText, isMap } from '../../kube/object';
import { PRESET_TYPES } from '../../placement/presets';
import { valueAt } from './file-path';

/** One of the six inputs by which a person places a pool of machines. */
interface PlacementInput {
  /** Its name, without that of the pool. */
  readonly input: string;
  readonly title: string;
  readonly tooltip: string;
  /** What it may be; anything of the right form where absent. */
  readonly allowed?: readonly string[];
}

const TYPES = { allowed: PRESET_TYPES } as const;

/** The inputs of the proposal's dashboard, by its own names. */
export const PLACEMENT_INPUTS: readonly PlacementInput[] = [
  {
    input: 'podAffinityPreset',
    title: 'Machines of the pool on one host',
    tooltip: 'hard, soft, or empty for none. Controllers from 1.56 on cannot do it.',
    ...TYPES,
  },
  {
    input: 'podAntiAffinityPreset',
    title: 'Each machine on another host',
    tooltip:
      'hard, soft, or empty for none. Controllers from 1.56 on spread machines where they can, and cannot force it.',
    ...TYPES,
  },
  {
    input: 'nodeAffinityPreset.type',
    title: 'Nodes with a label',
    tooltip: 'hard, soft, or empty for none.',
    ...TYPES,
  },
  {
    input: 'nodeAffinityPreset.keyAndValues',
    title: 'Label of the nodes',
    tooltip: 'A key and its values, as rack=r1,r2; the key alone stands for any value.',
  },
  {
    input: 'nodeAntiAffinityPreset.type',
    title: 'Nodes without a label',
    tooltip: 'hard, soft, or empty for none. No release of the machine-controller can do it; dialect: capk can.',
    ...TYPES,
  },
  {
    input: 'nodeAntiAffinityPreset.keyAndValues',
    title: 'Label of the nodes to avoid',
    tooltip: 'A key and its values, as rack=r1,r2; the key alone stands for any value.',
  },
];

/** What is wrong with what was given for an input; nothing where it can be. */
export function wrongInput({ allowed }: PlacementInput, given: unknown): { what: string; fix: string } | undefined {
  if (typeof given !== 'string') {
    return { what: 'it is not text', fix: 'give text' };
  }
  if (allowed !== undefined) {
    return allowed.includes(given)
      ? undefined
      : {
          what: `it is not one of: ${allowed.filter((each) => each !== '').join(', ')}`,
          fix: `${suggestionFor(given, allowed) === undefined ? 'give one of these' : `did you mean "${suggestionFor(given, allowed)}"? Give that`}, or nothing at all for none`,
        };
  }
  const { key, values } = keyAndValues(given);
  const bad = [...(key === '' || isQualifiedName(key) ? [] : [key]), ...values.filter((value) => !isLabelValue(value))];
  return bad.length === 0 && (key !== '' || values.length === 0)
    ? undefined
    : {
        what: bad.length === 0 ? 'there are values without a key' : 'it cannot be part of a label',
        fix: 'give a key and its values, as rack=r1,r2',
      };
}

/** The presets of a pool with one input set. */
export function withInput(
  presets: unknown,
  { input }: PlacementInput,
  given: string,
): Readonly<Record<string, unknown>> {
  const before = isMap(presets) ? presets : {};
  const [preset = '', part] = input.split('.');
  if (part === undefined) {
    return { ...before, [preset]: given };
  }
  const of = isMap(before[preset]) ? before[preset] : { type: '' };
  if (part === 'type') {
    return { ...before, [preset]: { ...of, type: given } };
  }
  const { key, values } = keyAndValues(given);
  const { key: _key, values: _values, ...rest } = of;
  return {
    ...before,
    [preset]: { ...rest, ...(key === '' ? {} : { key }), ...(values.length === 0 ? {} : { values }) },
  };
}

/** What an input is where it is not given: what the file says. */
export function inputValue(presets: unknown, { input }: PlacementInput): string {
  const [preset = '', part] = input.split('.');
  const value = valueAt(presets, [preset]);
  if (part === undefined) {
    return typeof value === 'string' ? value : '';
  }
  const { type, key, values } = isMap(value) ? value : {};
  if (part === 'type') {
    return typeof type === 'string' ? type : '';
  }
  const list = Array.isArray(values) && values.length > 0 ? `=${values.map(asText).join(',')}` : '';
  return typeof key === 'string' ? `${key}${list}` : '';
}

function keyAndValues(text: string): { key: string; values: string[] } {
  const [key = '', ...rest] = text.split('=');
  const values = rest
    .join('=')
    .split(',')
    .map((value) => value.trim());
  return { key: key.trim(), values: rest.length === 0 ? [] : values.filter((value) => value !== '') };
}
