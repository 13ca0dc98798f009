import type { FieldConstraints, FieldRule } from '../../imports/field-table';
import { shownValue } from '../findings/secrets/shown-value';
import { isMap } from '../kube/object';
import { byText, type Schema, type SchemaProperty } from './schema';

/** Something in a schema that cannot be understood, by its path below the schema. */
export interface SchemaProblem {
  readonly path: string;
  readonly what: string;
}

type Reading = {
  readonly as: keyof FieldConstraints;
  readonly is: (value: unknown) => boolean;
  readonly expected: string;
};

const number = (as: keyof FieldConstraints): Reading => ({
  as,
  is: (value) => typeof value === 'number',
  expected: 'a number',
});
const flag = (as: keyof FieldConstraints): Reading => ({
  as,
  is: (value) => typeof value === 'boolean',
  expected: 'true or false',
});
const text = (as: keyof FieldConstraints): Reading => ({
  as,
  is: (value) => typeof value === 'string',
  expected: 'a text',
});
const oneOf = (as: keyof FieldConstraints, ...words: string[]): Reading => ({
  as,
  is: (value) => words.includes(value as string),
  expected: `one of ${words.join(', ')}`,
});
const texts = (as: keyof FieldConstraints): Reading => ({
  as,
  is: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  expected: 'a list of texts',
});

/** The keywords of a CRD's schema that constrain one value, and what we call them. What is not here is prose. */
const KEYWORDS: Readonly<Record<string, Reading>> = {
  type: oneOf('type', 'object', 'array', 'string', 'integer', 'number', 'boolean'),
  'x-kubernetes-int-or-string': flag('intOrString'),
  nullable: flag('nullable'),
  'x-kubernetes-preserve-unknown-fields': flag('preserveUnknown'),
  'x-kubernetes-embedded-resource': flag('embeddedResource'),
  required: texts('required'),
  enum: { as: 'enum', is: Array.isArray, expected: 'a list' },
  default: { as: 'default', is: () => true, expected: 'a value' },
  format: text('format'),
  pattern: text('pattern'),
  minimum: number('minimum'),
  maximum: number('maximum'),
  exclusiveMinimum: flag('exclusiveMinimum'),
  exclusiveMaximum: flag('exclusiveMaximum'),
  multipleOf: number('multipleOf'),
  minLength: number('minLength'),
  maxLength: number('maxLength'),
  minItems: number('minItems'),
  maxItems: number('maxItems'),
  uniqueItems: flag('uniqueItems'),
  minProperties: number('minProperties'),
  maxProperties: number('maxProperties'),
  'x-kubernetes-list-type': oneOf('listType', 'atomic', 'set', 'map'),
  'x-kubernetes-list-map-keys': texts('mapKeys'),
  'x-kubernetes-map-type': oneOf('mapType', 'atomic', 'granular'),
};

/** No real schema is half as deep; one that is would exhaust the stack. */
const DEEPEST = 200;

/** Reads the `openAPIV3Schema` of a CRD, or a part of it. Never fails: what it cannot read it adds to the problems. */
export function readSchema(source: unknown, problems: SchemaProblem[], path = '', depth = 0): Schema {
  if (!isMap(source)) {
    problems.push({ path, what: 'is not a schema but a scalar or a list' });
    return { constraints: {} };
  }
  if (depth > DEEPEST) {
    problems.push({ path, what: `is nested deeper than ${DEEPEST} levels` });
    return { constraints: {} };
  }
  const below = (part: unknown, name: string) => readSchema(part, problems, `${path}.${name}`, depth + 1);
  const each = (part: unknown, name: string) => listOf(part).map((item, i) => below(item, `${name}[${i}]`));
  const { properties, items, additionalProperties, allOf, anyOf, oneOf, not } = source;
  // `anyOf` of integer and string is how an older generator spells int-or-string a second time.
  const intOrString = source['x-kubernetes-int-or-string'] === true;
  return {
    constraints: readConstraints(source, problems, path),
    ...(properties === undefined ? {} : { properties: readProperties(properties, below, problems, path) }),
    ...(items === undefined ? {} : { items: below(items, 'items') }),
    ...(isMap(additionalProperties) ? { values: below(additionalProperties, 'additionalProperties') } : {}),
    ...(allOf === undefined ? {} : { allOf: each(allOf, 'allOf') }),
    ...(anyOf === undefined || intOrString ? {} : { anyOf: each(anyOf, 'anyOf') }),
    ...(oneOf === undefined ? {} : { oneOf: each(oneOf, 'oneOf') }),
    ...(not === undefined ? {} : { not: below(not, 'not') }),
  };
}

function readProperties(
  source: unknown,
  below: (part: unknown, name: string) => Schema,
  problems: SchemaProblem[],
  path: string,
): Map<string, SchemaProperty> {
  if (!isMap(source)) {
    problems.push({ path: `${path}.properties`, what: 'is not a map of fields' });
    return new Map();
  }
  return new Map(
    Object.keys(source)
      .sort(byText)
      .map((name) => [name, { schema: below(source[name], `properties.${name}`) }]),
  );
}

function readConstraints(
  source: Readonly<Record<string, unknown>>,
  problems: SchemaProblem[],
  path: string,
): FieldConstraints {
  const constraints: Partial<Record<keyof FieldConstraints, unknown>> = {};
  for (const [keyword, { as, is, expected }] of Object.entries(KEYWORDS)) {
    const value = source[keyword];
    if (value === undefined) {
      continue;
    }
    if (!is(value)) {
      problems.push({ path: `${path}.${keyword}`, what: `is ${shownValue(value)}, not ${expected}` });
    } else if (value !== false || as === 'default') {
      constraints[as] = SORTED.includes(as) ? sorted(value as readonly unknown[]) : keysInOrder(value);
    }
  }
  // With any value allowed under any name, there is nothing to say about either.
  if (source.additionalProperties === true) {
    constraints.preserveUnknown = true;
  }
  const rules = listOf(source['x-kubernetes-validations']).flatMap(readRule);
  return (rules.length === 0 ? constraints : { ...constraints, rules }) as FieldConstraints;
}

/** A rule that says nothing but itself is only its text. */
function readRule(entry: unknown): (string | FieldRule)[] {
  if (!isMap(entry) || typeof entry.rule !== 'string') {
    return [];
  }
  const { rule, optionalOldSelf } = entry;
  const told = RULE_TEXTS.flatMap((key) => (typeof entry[key] === 'string' ? [[key, entry[key]]] : []));
  const old = optionalOldSelf === true ? { optionalOldSelf } : {};
  return told.length === 0 && optionalOldSelf !== true ? [rule] : [{ rule, ...Object.fromEntries(told), ...old }];
}

const RULE_TEXTS = ['message', 'messageExpression', 'reason', 'fieldPath'] as const;

/** Their order means nothing and differs between releases. */
const SORTED: readonly (keyof FieldConstraints)[] = ['required', 'enum'];

function sorted(list: readonly unknown[]): unknown[] {
  return [...list].sort((a, b) => byText(JSON.stringify(a), JSON.stringify(b)));
}

/** Two defaults that say the same must look the same. */
function keysInOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(keysInOrder);
  }
  return isMap(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort(byText)
          .map((key) => [key, keysInOrder(value[key])]),
      )
    : value;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
