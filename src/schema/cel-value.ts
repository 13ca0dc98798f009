import type { CelInput } from '@bufbuild/cel';
import { isMap } from '../kube/object';
import type { NodeView, ReleaseView } from './release-view';

/** Reads a text that CEL has a type of its own for, as a timestamp. */
export type ReadText = (format: 'date-time' | 'duration', text: string) => CelInput;

/**
 * A value as rules see it: with the defaults of the CRD, integers as integers, and fields by the names that CEL has for
 * them. Its structure must have been found right before.
 */
export function celValue(value: unknown, place: number, view: ReleaseView, readText: ReadText): CelInput {
  const node = view.at(place);
  if (Array.isArray(value)) {
    return value.map((item) =>
      node.items === undefined ? plainValue(item) : celValue(item, node.items, view, readText),
    );
  }
  if (isMap(value)) {
    return mapValue(value, node, view, readText);
  }
  const { type, format } = node.constraints;
  if (typeof value === 'number' && type === 'number') {
    return value;
  }
  return typeof value === 'string' && (format === 'date-time' || format === 'duration')
    ? readText(format, value)
    : plainValue(value);
}

function mapValue(
  map: Readonly<Record<string, unknown>>,
  node: NodeView,
  view: ReleaseView,
  readText: ReadText,
): CelInput {
  const seen = new Map<string, CelInput>();
  for (const key of Object.keys(map)) {
    const value = map[key];
    const field = node.fields.get(key);
    const place = field ?? node.values;
    if (value === undefined || isDropped(value, place, view)) {
      continue;
    }
    // Keys of free maps are what they are; only the names of fields are written otherwise.
    const name = field === undefined ? key : celName(key);
    seen.set(name, place === undefined ? plainValue(value) : celValue(value, place, view, readText));
  }
  for (const [key, place] of node.fields) {
    const fallback = view.at(place).constraints.default;
    if (fallback !== undefined && !seen.has(celName(key))) {
      seen.set(celName(key), celValue(fallback, place, view, readText));
    }
  }
  return seen;
}

/** Null is as good as absent, unless null is a value of the field. */
function isDropped(value: unknown, place: number | undefined, view: ReleaseView): boolean {
  return value === null && place !== undefined && view.at(place).constraints.nullable === undefined;
}

/** A value that no node describes. */
export function plainValue(value: unknown): CelInput {
  if (Array.isArray(value)) {
    return value.map(plainValue);
  }
  if (isMap(value)) {
    return new Map(Object.keys(value).map((key) => [key, plainValue(value[key])]));
  }
  return Number.isInteger(value) ? BigInt(value as number) : ((value ?? null) as CelInput);
}

/** Words of CEL that cannot be the name of a field. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
]);

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/**
 * How rules write the name of a field: `self.max__dash__size`, `self.__namespace__`.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-path-escaping
 */
export function celName(field: string): string {
  return KEYWORDS.has(field) ? `__${field}__` : field.replace(/__|[./-]/g, (part) => ESCAPES[part]!);
}
