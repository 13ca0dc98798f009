import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { FieldConstraints, FieldTable } from '../../imports/field-table';
import { atLeast } from '../../src/kube/release';
import { tableOf } from '../../src/schema/tables';
import { crdFile, hasCrd } from '../crd-oracle';
import { testWhere } from '../test-where';

const [CDI, HCO, KUBEVIRT] = [tableOf('cdi'), tableOf('hco'), tableOf('kubevirt')];

type Schema = Record<string, unknown>;

/** What the constraints are called in a CRD, where it is something else. */
const KEYWORDS: Partial<Record<keyof FieldConstraints, string>> = {
  intOrString: 'x-kubernetes-int-or-string',
  preserveUnknown: 'x-kubernetes-preserve-unknown-fields',
  listType: 'x-kubernetes-list-type',
  mapKeys: 'x-kubernetes-list-map-keys',
  mapType: 'x-kubernetes-map-type',
};

/** A node of a table as the schema that it was made from, in one release. */
function schemaOf(nodes: FieldTable['nodes'], place: number, release: string): Schema {
  const { properties, items, values, since = {}, until = {}, gaps = {}, was = [], ...newest } = nodes[place]!;
  const { until: _, ...older } = was.find((span) => atLeast(span.until, release)) ?? { until: '' };
  const { rules, ...constraints } = Object.fromEntries(
    Object.entries({ ...newest, ...older }).filter(([, value]) => value !== null),
  ) as FieldConstraints;
  const isThere = (name: string) =>
    gaps[name]?.[release] === undefined &&
    atLeast(release, since[name] ?? release) &&
    atLeast(until[name] ?? release, release);
  return {
    ...Object.fromEntries(
      Object.entries(constraints).map(([name, value]) => [KEYWORDS[name as keyof FieldConstraints] ?? name, value]),
    ),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => isThere(name))
          .map(([name, part]) => [name, schemaOf(nodes, part, release)]),
      ),
    }),
    ...(items !== undefined && { items: schemaOf(nodes, items, release) }),
    ...(values !== undefined && { additionalProperties: schemaOf(nodes, values, release) }),
    ...(rules && { 'x-kubernetes-validations': rules.map((rule) => ({ rule })) }),
  };
}

/** The same without what means nothing: the order of lists that are sets, and int-or-string said twice. */
function plain(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== 'anyOf' || schema['x-kubernetes-int-or-string'] !== true)
      .map(([keyword, value]) => {
        switch (keyword) {
          case 'required':
          case 'enum':
            return [keyword, [...(value as unknown[])].sort()];
          case 'items':
          case 'additionalProperties':
            return [keyword, plain(value as Schema)];
          case 'properties':
            return [
              keyword,
              Object.fromEntries(Object.entries(value as Schema).map(([k, v]) => [k, plain(v as Schema)])),
            ];
          default:
            return [keyword, value];
        }
      }),
  );
}

interface Case {
  readonly key: string;
  readonly release: string;
  readonly table: FieldTable;
  readonly file: string;
}

/** Every kind in every release that it was compared over and that serves it. */
const CASES = [KUBEVIRT, CDI, HCO].flatMap((table) =>
  Object.entries(table.kinds).flatMap(([key, { plural, releases, since, until }]): Case[] => {
    const name = `${key.split('/')[0]}_${plural}.yaml`;
    return releases!
      .filter(
        (release) =>
          hasCrd(name, release, releases!) && atLeast(release, since ?? release) && atLeast(until ?? release, release),
      )
      .map((release) => {
        return { key, release, table, file: crdFile(name, release, releases!) };
      });
  }),
);

const crdsTest = testWhere('crds');

crdsTest.each(CASES)('the table of $key says what the CRD of $release says, no more and no less', (each) => {
  const version = each.key.split('/')[1];
  const { schema } = crdOf(each.file).spec.versions.find(({ name }) => name === version)!;
  const { nodes, kinds } = each.table;
  const spec = (root: Schema) => (root.properties as Record<string, Schema>).spec!;
  expect(spec(schemaOf(nodes, kinds[each.key]!.node, each.release))).toEqual(plain(spec(schema.openAPIV3Schema)));
});

interface Crd {
  readonly spec: { readonly versions: readonly { name: string; schema: { openAPIV3Schema: Schema } }[] };
}

const read = new Map<string, Crd>();

function crdOf(file: string): Crd {
  const crd = read.get(file) ?? (parse(readFileSync(file, 'utf8')) as Crd);
  read.set(file, crd);
  return crd;
}
