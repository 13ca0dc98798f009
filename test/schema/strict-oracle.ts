import Ajv, { type ErrorObject } from 'ajv';
import type { FieldTable } from '../../imports/field-table';
import { atLeast } from '../../src/kube/release';
import { COMPILED_ONCE, crdFile, crdVersions, hasCrd } from '../crd-oracle';

/** A structural schema as a CRD has it. */
export interface CrdSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, CrdSchema>>;
  readonly items?: CrdSchema;
  readonly additionalProperties?: CrdSchema | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

/** One kind in one release that serves it. */
export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly release: string;
  readonly file: string;
}

/** Every kind of a table in every release that it was compared over and that serves it. */
export function servedKinds({ kinds }: FieldTable): ServedKind[] {
  return Object.entries(kinds).flatMap(([key, { plural, releases = [], since, until }]) => {
    const [group, version, kind] = key.split('/') as [string, string, string];
    const name = `${group}_${plural}.yaml`;
    return releases
      .filter(
        (release) =>
          hasCrd(name, release, releases) && atLeast(release, since ?? release) && atLeast(until ?? release, release),
      )
      .map((release) => ({
        apiVersion: `${group}/${version}`,
        kind,
        release,
        file: crdFile(name, release, releases),
      }));
  });
}

const schemas = new Map<string, CrdSchema>();

/** A kind as its CRD has it. */
export function schemaOf({ file, apiVersion }: ServedKind): CrdSchema {
  const key = `${file} ${apiVersion}`;
  if (!schemas.has(key)) {
    for (const { name, schema } of crdVersions(file)) {
      schemas.set(`${file} ${apiVersion.split('/')[0]}/${name}`, schema.openAPIV3Schema);
    }
  }
  return schemas.get(key)!;
}

/** A judge of objects, and what it complained about last. */
export interface Oracle {
  (object: unknown): boolean;
  errors?: readonly ErrorObject[] | null | undefined;
}

/** ajv as a strict API server: closed objects, null as what is absent, lists of type set and map, formats of numbers. */
export function oracleFor(kind: ServedKind): Oracle {
  const ajv = new Ajv({ ...COMPILED_ONCE, strict: false, allErrors: true });
  ajv.addFormat('int32', { type: 'number', validate: (n: number) => Math.abs(n + 0.5) <= 2 ** 31 });
  ajv.addFormat('int64', { type: 'number', validate: (n: number) => Math.abs(n) < 2 ** 63 });
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)) && text.includes('T'));
  ajv.addKeyword({ keyword: 'listMapKeys', type: 'array', validate: areUnique });
  const { properties, ...root } = schemaOf(kind);
  const schema: CrdSchema = { ...root, properties: { ...properties, metadata: ANYTHING, status: ANYTHING } };
  const validate = ajv.compile(strict(schema));
  const oracle: Oracle = (object) => {
    const isValid = validate(pruned(object, schema));
    oracle.errors = validate.errors;
    return isValid;
  };
  return oracle;
}

/**
 * Without the nulls that the API server drops before it validates: those of fields that are not nullable.
 *
 * What has none is returned as it is: there are hundreds of thousands of objects, and few have one.
 */
function pruned(value: unknown, { properties = {}, items, additionalProperties }: CrdSchema): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    const list = items === undefined ? value : value.map((item) => pruned(item, items));
    return list.some((item, i) => item !== value[i]) ? list : value;
  }
  const free = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const map = value as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(map)) {
    const [part, schema] = [map[name], properties[name] ?? free];
    if (schema === undefined || typeof part !== 'object') {
      continue;
    }
    const kept = part === null && schema.nullable !== true ? undefined : pruned(part, schema);
    if (kept !== part) {
      copy ??= { ...map };
      copy[name] = kept;
    }
    if (kept === undefined) {
      delete copy![name];
    }
  }
  return copy ?? value;
}

const ANYTHING: CrdSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

function areUnique(keys: readonly string[], list: readonly unknown[]): boolean {
  const texts = list
    .filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    .map((item) => JSON.stringify(keys.map((key) => item[key])));
  return new Set(texts).size === texts.length;
}

function strict(schema: CrdSchema): Record<string, unknown> {
  const { properties, items, additionalProperties, required, default: _, ...rest } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.type !== 'object';
  const result: Record<string, unknown> = { ...rest };
  if (schema['x-kubernetes-int-or-string'] === true) {
    delete result.anyOf;
    result.type = ['integer', 'string'];
  }
  if ((schema.type === 'integer' || schema['x-kubernetes-int-or-string'] === true) && schema.format === undefined) {
    // The API server reads a longer number as one with a fraction.
    result.format = 'int64';
  }
  if (properties !== undefined) {
    result.properties = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, strict(part)]));
  }
  if (items !== undefined) {
    result.items = strict(items);
  }
  if (typeof additionalProperties === 'object') {
    result.additionalProperties = strict(additionalProperties);
  } else if (!isOpen) {
    result.additionalProperties = false;
  }
  if (required !== undefined) {
    result.required = required.filter((name) => properties?.[name]?.default === undefined);
  }
  if (schema['x-kubernetes-list-type'] === 'set') {
    result.uniqueItems = true;
  }
  if (schema['x-kubernetes-list-type'] === 'map') {
    result.listMapKeys = schema['x-kubernetes-list-map-keys'];
  }
  return result;
}
