import { own } from '../object';
import { defineMappingTag, defineScalarTag, mergeTag, NOT_RESOLVED, Schema, seqTag, strTag } from './js-yaml';

/**
 * YAML as Kubernetes reads it: the rules of go-yaml v2 behind `sigs.k8s.io/yaml`.
 *
 * Neither YAML 1.1 nor 1.2: `yes` is a truth and `0777` is 511, but `1:30`, `e1000` and MAC addresses are text, and so
 * are dates. Keys become text, as JSON has no others. Tags beyond the basic ones are refused.
 *
 * @see https://github.com/kubernetes-sigs/yaml goyaml.v2/resolve.go
 */

const TRUE = new Set(['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']);
const FALSE = new Set(['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']);
const NULL = new Set(['', '~', 'null', 'Null', 'NULL']);
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const SPECIAL: Readonly<Record<string, number>> = {
  '.inf': Number.POSITIVE_INFINITY,
  '+.inf': Number.POSITIVE_INFINITY,
  '-.inf': Number.NEGATIVE_INFINITY,
  '.nan': Number.NaN,
};

const load = { identify: () => false };
const DIGITS = [...'+-.0123456789'];

const nullTag = defineScalarTag('tag:yaml.org,2002:null', {
  ...load,
  implicit: true,
  resolve: (text) => (NULL.has(text) ? null : NOT_RESOLVED),
});

const boolTag = defineScalarTag('tag:yaml.org,2002:bool', {
  ...load,
  implicit: true,
  implicitFirstChars: [...'yYnNtTfFoO'],
  resolve: (text) => (TRUE.has(text) ? true : FALSE.has(text) ? false : NOT_RESOLVED),
});

const intTag = defineScalarTag('tag:yaml.org,2002:int', {
  ...load,
  implicit: true,
  implicitFirstChars: DIGITS,
  resolve: (text) => readInteger(text) ?? NOT_RESOLVED,
});

const floatTag = defineScalarTag('tag:yaml.org,2002:float', {
  ...load,
  implicit: true,
  implicitFirstChars: DIGITS,
  resolve: (text) => readFloat(text) ?? NOT_RESOLVED,
});

/** An integer as Go's `strconv.ParseInt` reads it with base 0, once the underscores are gone. */
function readInteger(text: string): number | undefined {
  const match = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)$/.exec(text.replaceAll('_', ''));
  if (match === null) {
    return undefined;
  }
  const [, sign, digits = ''] = match;
  const octal = /^0[oO]?([0-7]+)$/.exec(digits)?.[1];
  const value = octal === undefined ? Number(digits) : Number.parseInt(octal, 8);
  if (!Number.isFinite(value)) {
    // Go has no such number either, and reads text.
    return undefined;
  }
  return sign === '-' && value !== 0 ? -value : value;
}

function readFloat(text: string): number | undefined {
  const special = own(SPECIAL, text.toLowerCase());
  // go-yaml knows `.inf`, `.Inf` and `.INF`, not every mixture.
  if (special !== undefined && /^[-+]?\.(inf|Inf|INF|nan|NaN|NAN)$/.test(text)) {
    return special;
  }
  const plain = text.replaceAll('_', '');
  const value = FLOAT.test(plain) ? Number(plain) : undefined;
  // `1e999` is out of range for Go too, and stays text.
  return Number.isFinite(value) ? value : undefined;
}

/** A map with text for keys. `__proto__` is no key of any Kubernetes object, and setting it would reach our own. */
const mapTag = defineMappingTag<Record<string, unknown>>('tag:yaml.org,2002:map', {
  ...load,
  create: () => ({}),
  addPair: (map, key, value) => {
    if (typeof key === 'object' && key !== null) {
      return 'a key must be text, not a map or a list';
    }
    const name = String(key);
    if (name === '__proto__') {
      return 'a key cannot be named __proto__';
    }
    map[name] = value;
    return '';
  },
  has: (map, key) => Object.hasOwn(map, String(key)),
  keys: (map) => Object.keys(map),
  get: (map, key) => map[String(key)],
});

/** What a plain text means: the same as the tags above, in their order. */
export function plainScalar(text: string): string | number | boolean | null {
  if (NULL.has(text)) {
    return null;
  }
  if (TRUE.has(text) || FALSE.has(text)) {
    return TRUE.has(text);
  }
  return /^[-+.0-9]/.test(text) ? (readInteger(text) ?? readFloat(text) ?? text) : text;
}

const TAGS = [strTag, seqTag, mapTag, nullTag, boolTag, intTag, floatTag];

const made = new Map<boolean, Schema>();

/**
 * How values are told from each other. Made when it is asked for, since a run mostly needs one of the two.
 *
 * @param mergeKeys whether `<<` merges, as Kubernetes reads any manifest; else it is a key like any other, for files in which
 *   every value must have one place
 */
export function yamlSchema(mergeKeys: boolean): Schema {
  const schema = made.get(mergeKeys) ?? new Schema(mergeKeys ? [...TAGS, mergeTag] : TAGS);
  made.set(mergeKeys, schema);
  return schema;
}
