import type { FieldConstraints, FieldRule } from '../../imports/field-table';
import type { Finding, FindingObject } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { isDnsSubdomain } from '../kube/names';
import { asText, isMap } from '../kube/object';
import { byText, type CustomResource, type ResourceVersion, type Schema, type SchemaProperty } from './schema';

const API = 'apiextensions.k8s.io';
const KIND = 'CustomResourceDefinition';

/** A CRD, or a part of it, as it was read: nothing is known of it yet. */
type Unread = Readonly<Record<string, unknown>>;

/** The CRDs of one YAML document: itself, or those in a `List` as `kubectl get crd -o yaml` prints it. */
export function crdsIn(document: unknown): Unread[] {
  if (!isMap(document)) {
    return [];
  }
  if (typeof document.kind === 'string' && document.kind.endsWith('List') && Array.isArray(document.items)) {
    return document.items.flatMap(crdsIn);
  }
  const group = typeof document.apiVersion === 'string' ? document.apiVersion.split('/')[0] : undefined;
  return document.kind === KIND && group === API ? [document] : [];
}

/** Name of a CRD, as in `virtualmachines.kubevirt.io`; empty where it has none. */
export function crdName(crd: Unread): string {
  return isMap(crd.metadata) && typeof crd.metadata.name === 'string' ? crd.metadata.name : '';
}

/** Reads one CRD with all its served versions. */
export function readCrd(crd: Unread): CustomResource | { readonly findings: readonly Finding[] } {
  const object: FindingObject = { apiVersion: asText(crd.apiVersion), kind: KIND, name: crdName(crd) };
  const refuse = (code: string, path: string, what: string, fix: string) => ({
    findings: [finding(object, code, path, what, fix)],
  });
  if (crd.apiVersion !== `${API}/v1`) {
    const fix = `take the CRD from a release that ships it as ${API}/v1, or from a cluster with kubectl get crd -o yaml`;
    return refuse(
      'PV023',
      'apiVersion',
      `it is written in ${asText(crd.apiVersion)}, which Kubernetes 1.22 removed`,
      fix,
    );
  }
  const spec = isMap(crd.spec) ? crd.spec : {};
  const names = isMap(spec.names) ? spec.names : {};
  const { kind, plural } = names;
  const { group, scope, versions } = spec;
  const whole = 'use the whole CRD as its project ships it';
  // They become names of files and types, so they must be what Kubernetes accepts.
  if (typeof group !== 'string' || typeof plural !== 'string' || !isDnsSubdomain(`${plural}.${group}`)) {
    return refuse('PV025', 'spec', 'spec.group and spec.names.plural are not names in small letters', whole);
  }
  if (typeof kind !== 'string' || !/^[A-Z][A-Za-z0-9]*$/.test(kind)) {
    return refuse('PV025', 'spec.names.kind', `${shownValue(kind)} is not the name of a kind`, whole);
  }
  const served = (Array.isArray(versions) ? versions : []).filter(
    (version) => isMap(version) && version.served !== false,
  );
  if (served.length === 0) {
    return refuse('PV025', 'spec.versions', 'no version is served', whole);
  }
  const findings: Finding[] = [];
  const read = served.flatMap((version: Unread) => readVersion(version, object, findings) ?? []);
  if (findings.length > 0) {
    return { findings };
  }
  const resource = { crd: `${plural}.${group}`, group, kind, plural } as const;
  return { ...resource, scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced', versions: read };
}

function readVersion(version: Unread, object: FindingObject, findings: Finding[]): ResourceVersion | undefined {
  const { name, schema, deprecated } = version;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*$/.test(name)) {
    findings.push(
      finding(object, 'PV025', 'spec.versions', `${shownValue(name)} is not the name of a version`, 'correct it'),
    );
    return undefined;
  }
  const path = `spec.versions[${name}].schema.openAPIV3Schema`;
  if (!isMap(schema) || !isMap(schema.openAPIV3Schema)) {
    const fix = 'use the CRD as its project ships it, with its schema, or leave the file out';
    findings.push(finding(object, 'PV024', path, `version ${name} has no schema`, fix));
    return undefined;
  }
  const problems: SchemaProblem[] = [];
  const root = readSchema(schema.openAPIV3Schema, problems);
  findings.push(
    ...problems.map((problem) =>
      finding(object, 'PV025', `${path}${problem.path}`, `it ${problem.what}`, 'correct the schema'),
    ),
  );
  return { name, deprecated: deprecated === true, schema: wholeObject(root) };
}

const TEXT: SchemaProperty = { schema: { constraints: { type: 'string' } } };

/**
 * The schema of an object, with what every object has.
 *
 * `metadata` belongs to Kubernetes: a CRD may only narrow its name. `status` is not written by people, so that only its
 * being there is known.
 */
function wholeObject(root: Schema): Schema {
  const open = (schema: Schema | undefined): SchemaProperty => ({
    schema: { ...schema, constraints: { ...schema?.constraints, type: 'object', preserveUnknown: true } },
  });
  const parts = new Map(root.properties);
  parts
    .set('apiVersion', TEXT)
    .set('kind', TEXT)
    .set('metadata', open(parts.get('metadata')?.schema));
  if (parts.has('status')) {
    parts.set('status', open(undefined));
  }
  return { ...root, properties: new Map([...parts].sort(([a], [b]) => byText(a, b))) };
}

function finding(object: FindingObject, code: string, path: string, what: string, fix: string): Finding {
  return { code, severity: 'error', object, path, what, why: WHY, fix };
}

const WHY = 'Without it the fields of the resource are unknown';

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
