import { own } from '../object';
import {
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  EVENT_ID,
  type Event,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  Schema,
  seqTag,
  strTag,
  YAMLException,
} from './js-yaml';

/** One document of a stream. */
export interface YamlDocument {
  readonly value: unknown;
  /** Its text, from which places are computed on demand. */
  readonly text: string;
  /** Line of the stream on which it begins, from 1. */
  readonly firstLine: number;
}

/** Why a document cannot be read, and where. */
export interface YamlProblem {
  readonly problem: string;
  readonly line: number;
  readonly column: number;
}

/** How much is too much. What is beyond is rejected before it can take time or memory. */
interface YamlLimits {
  readonly depth: number;
  readonly documents: number;
  readonly aliases: number;
  /** Whether `<<` merges, as Kubernetes does it. */
  readonly mergeKeys: boolean;
}

/** Generous for manifests: the deepest CRD has some sixty levels. */
export const YAML_LIMITS: YamlLimits = { depth: 200, documents: 1_000_000, aliases: 10_000, mergeKeys: true };

/** Nodes that aliases may make of one document, beyond what its own text can hold. */
const EXPANSION = 100_000;

/** A reader of usual documents; it says nothing of one that it is not sure to read as js-yaml does. */
export type QuickYaml = (text: string) => { readonly value: unknown } | undefined;

let quick: QuickYaml | undefined;

/** Gives a reader that is asked before js-yaml. The command does it; without one all is the same, and takes longer. */
export function setQuickYaml(reader: QuickYaml | undefined): void {
  quick = reader;
}

/**
 * Reads a stream one document at a time, so that a long one never is in memory as a whole tree.
 *
 * A document that cannot be read is a problem, and the next one is read all the same. Empty documents are left out.
 */
export function* readYaml(text: string, limits: YamlLimits = YAML_LIMITS): Generator<YamlDocument | YamlProblem> {
  let count = 0;
  for (const { text: part, firstLine } of splitDocuments(text)) {
    if (++count > limits.documents) {
      yield { problem: `there are more than ${limits.documents} documents`, line: firstLine, column: 1 };
      return;
    }
    const read = readYamlDocument(part, firstLine, limits);
    if (read !== undefined) {
      yield read;
    }
  }
}

/** The problem of a text with `{{ }}` in it. */
export const UNRENDERED = 'a template that was not rendered';

/** Whether a part of a stream could not be read. */
export function isProblem(read: YamlDocument | YamlProblem): read is YamlProblem {
  return 'problem' in read;
}

/** Reads one part of a stream; nothing where there is nothing in it. */
export function readYamlDocument(
  text: string,
  firstLine: number,
  limits: YamlLimits = YAML_LIMITS,
): YamlDocument | YamlProblem | undefined {
  const read = quick?.(text);
  if (read !== undefined) {
    return { value: read.value, text, firstLine };
  }
  try {
    const events = parseEvents(text, { maxDepth: limits.depth });
    if (isEmpty(events)) {
      return undefined;
    }
    if (events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length > 1) {
      const line = firstLine + countLines(text.slice(0, text.search(/^\.\.\.$/m)));
      return { problem: 'a second document begins without a line ---', line, column: 1 };
    }
    const [value] = constructFromEvents(events, {
      source: text,
      schema: yamlSchema(limits.mergeKeys),
      maxAliases: limits.aliases,
    });
    if (text.includes('&') && !expandsWithin(value, text.length + EXPANSION)) {
      return { problem: 'aliases make it far larger than its text', line: firstLine, column: 1 };
    }
    return { value, text, firstLine };
  } catch (error) {
    if (error instanceof YAMLException) {
      const { mark, reason } = error;
      const template = text.indexOf('{{');
      if (template !== -1) {
        // A template breaks in odd places; people look for the braces.
        const before = text.slice(0, template);
        const column = template - before.lastIndexOf('\n');
        return { problem: UNRENDERED, line: firstLine + countLines(before), column };
      }
      return { problem: withoutValues(reason), line: firstLine + (mark?.line ?? 0), column: (mark?.column ?? 0) + 1 };
    }
    throw error;
  }
}

/** The message of js-yaml, without the alias, the tag or the key that it quotes: a password may begin with an asterisk. */
function withoutValues(reason: string): string {
  return reason
    .replace(/ ?"[^"]*"/g, '')
    .replace(/ ?!<(?!tag:yaml\.org)[^>]*>/g, '')
    .replace(/(such characters):.*$/s, '$1')
    .replace(/^unidentified alias$/, 'unidentified alias: no anchor of that name comes before it');
}

/** Nothing but comments and markers. */
function isEmpty(events: readonly Event[]): boolean {
  const scalars = events.filter((event) => event.type !== EVENT_ID.DOCUMENT && event.type !== EVENT_ID.POP);
  return scalars.every((event) => event.type === EVENT_ID.SCALAR && event.valueStart < 0 && event.tagStart < 0);
}

/** Parts at lines that begin with `---`, as every reader of Kubernetes streams splits them. */
export function* splitDocuments(stream: string): Generator<{ text: string; firstLine: number }> {
  const text = stream.startsWith('\ufeff') ? stream.slice(1) : stream;
  const marker = /(?<![^\n])---(?=[ \t\r\n]|$)/g;
  let start = 0;
  let firstLine = 1;
  for (let match = marker.exec(text); match !== null; match = marker.exec(text)) {
    // The marker stays with what follows it: `--- {a: 1}` has content on its line.
    const part = text.slice(start, match.index);
    if (part.includes('%') && /^(?:[ \t]*(?:[%#].*)?\r?\n)*$/.test(part) && /^%/m.test(part)) {
      // Directives belong to the document that the marker begins.
      continue;
    }
    if (match.index > start) {
      yield { text: part, firstLine };
      firstLine += countLines(part);
    }
    start = match.index;
  }
  yield { text: text.slice(start), firstLine };
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines++;
  }
  return lines;
}

/** Whether a value has at most so many nodes when every alias is written out. Aliases share, so this is cheap to ask. */
function expandsWithin(value: unknown, most: number): boolean {
  const stack: unknown[] = [value];
  for (let seen = 0; stack.length > 0; seen++) {
    if (seen + stack.length > most) {
      return false;
    }
    const node = stack.pop();
    if (typeof node === 'object' && node !== null) {
      for (const part of Object.values(node)) {
        stack.push(part);
      }
    }
  }
  return true;
}

/**
 * YAML as Kubernetes reads it: the rules of go-yaml v2 behind `sigs.k8s.io/yaml`.
 *
 * Neither YAML 1.1 nor 1.2: `yes` is a truth and `0777` is 511, but `1:30`, `e1000` and MAC addresses are text, and so
 * are dates. Keys become text, as JSON has no others. Tags beyond the basic ones are rejected.
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
  const value = octal === undefined ? asInt64(digits, sign === '-') : Number.parseInt(octal, 8);
  if (!Number.isFinite(value)) {
    // Go has no such number either, and reads text.
    return undefined;
  }
  return sign === '-' && value !== 0 ? -value : value;
}

/** Some thousand integers at the ends of int64 are one number of JavaScript, 2^63, within and beyond: a neighbour of it says on which side. */
function asInt64(digits: string, isNegative: boolean): number {
  const value = Number(digits);
  if (value !== 2 ** 63) {
    return value;
  }
  const beyond = BigInt(digits) - (isNegative ? 2n ** 63n : 2n ** 63n - 1n);
  return beyond > 0n ? value + (isNegative ? 2048 : 0) : value - (isNegative ? 0 : 1024);
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
function yamlSchema(mergeKeys: boolean): Schema {
  const schema = made.get(mergeKeys) ?? new Schema(mergeKeys ? [...TAGS, mergeTag] : TAGS);
  made.set(mergeKeys, schema);
  return schema;
}
