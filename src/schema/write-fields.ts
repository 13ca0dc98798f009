import type { FieldKind, FieldTable } from '../../imports/field-table';
import { compareReleases, type Release } from '../kube/release';
import { type Dated, mergeReleases, type Span, spanOf } from './release-view';
import { byText, type CustomResource, type ResourceVersion, type Schema } from './schema';

/**
 * The field table of these kinds as a TypeScript file.
 *
 * One node per line, for the sake of reviews; text that is parsed when it is asked for, since JSON is read several
 * times as fast as the same written as code.
 */
export function writeFields(kinds: readonly Kind[]): string {
  return `import type { FieldTable } from './field-table';

export const fields = (): FieldTable => JSON.parse(String.raw\`${escapeTemplate(tableText(kinds))}\`);
`;
}

/** The same table without a file, as an import would load it. */
export function fieldTable(kinds: readonly Kind[]): FieldTable {
  return JSON.parse(tableText(kinds)) as FieldTable;
}

function tableText(kinds: readonly Kind[]): string {
  const nodes = new Map<string, number>();
  const heads = kinds.map(
    (kind) => `${JSON.stringify(keyOf(kind))}:${JSON.stringify(headOf(kind, addNode(kind.schema, nodes)))}`,
  );
  return `{"kinds":{\n${heads.join(',\n')}\n},"nodes":[\n${[...nodes.keys()].join(',\n')}\n]}`;
}

function headOf({ plural, scope, deprecated, releases, since, until }: Kind, node: number): FieldKind {
  return {
    node,
    plural,
    scope,
    ...(deprecated ? { deprecated } : {}),
    ...(releases.length === 0 ? {} : { releases }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** Place of a node in the list, after everything that it holds; equal nodes have one place. */
function addNode(schema: Schema, nodes: Map<string, number>): number {
  const add = (part: Schema | undefined) => (part === undefined ? undefined : addNode(part, nodes));
  const all = (parts: readonly Schema[] | undefined) => parts?.map((part) => addNode(part, nodes));
  const properties = [...(schema.properties ?? [])];
  const histories = (end: 'since' | 'until' | 'gaps') =>
    properties.flatMap(([name, property]) => (property[end] === undefined ? [] : [[name, property[end]] as const]));
  const entries: (readonly [string, string | undefined])[] = [
    ...Object.entries(schema.constraints).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ['properties', schema.properties && mapText(properties.map(([name, part]) => [name, addNode(part.schema, nodes)]))],
    ['since', nonEmptyMap(histories('since'))],
    ['until', nonEmptyMap(histories('until'))],
    ['gaps', nonEmptyMap(histories('gaps'))],
    ['items', JSON.stringify(add(schema.items))],
    ['values', JSON.stringify(add(schema.values))],
    ['allOf', JSON.stringify(all(schema.allOf))],
    ['anyOf', JSON.stringify(all(schema.anyOf))],
    ['oneOf', JSON.stringify(all(schema.oneOf))],
    ['not', JSON.stringify(add(schema.not))],
    ['was', JSON.stringify(schema.was)],
  ];
  const written = entries.flatMap(([name, text]) => (text === undefined ? [] : [`"${name}":${text}`]));
  const line = `{${written.join(',')}}`;
  const place = nodes.get(line) ?? nodes.size;
  nodes.set(line, place);
  return place;
}

/** Written by hand: an object with a key like `__proto__` or `1` would lose it or its order. */
function mapText(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
}

function nonEmptyMap(entries: readonly (readonly [string, unknown])[]): string | undefined {
  return entries.length === 0 ? undefined : mapText(entries);
}

/** JSON may say any character by its number, so nothing ends or opens the template around it. */
function escapeTemplate(json: string): string {
  return json.replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
}

/**
 * The text of `field-table.ts`: the types of a field table, written beside every table.
 *
 * Our own copy in `imports/` is written from it too, so that the reader of tables and their writer share one type.
 */
export const FIELD_TABLE_FILE = `/** What the custom resources of one import accept, field by field. */
export interface FieldTable {
  /** By apiVersion and kind, as in \`kubevirt.io/v1/VirtualMachine\`. */
  readonly kinds: { readonly [apiVersionAndKind: string]: FieldKind };
  /** Every node once; nodes name each other by their place in this list. */
  readonly nodes: readonly FieldNode[];
}

/** One kind in one version. */
export interface FieldKind {
  /** Place of its node in the list. */
  readonly node: number;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly deprecated?: true;
  /** The releases that were compared, oldest first. Absent where none was named: then nothing has a history. */
  readonly releases?: readonly string[];
  /** First release that serves this version; absent where the oldest compared one does. */
  readonly since?: string;
  /** Last release that serves this version; absent where the newest compared one does. */
  readonly until?: string;
}

/** What one value accepts: its own constraints, and the nodes of what it holds. */
export interface FieldNode extends FieldConstraints {
  /** Fields of an object. Without \`preserveUnknown\` or \`values\` there are no others. */
  readonly properties?: { readonly [name: string]: number };
  /** First release that has a field; absent where the field is as old as the object around it. */
  readonly since?: { readonly [name: string]: string };
  /** Last release that has a field; absent where the newest compared one has it. */
  readonly until?: { readonly [name: string]: string };
  /** Releases between the two that lack a field, each with the next that has it. */
  readonly gaps?: { readonly [name: string]: { readonly [release: string]: string } };
  /** Items of a list. */
  readonly items?: number;
  /** Values of a map whose keys are free. */
  readonly values?: number;
  readonly allOf?: readonly number[];
  readonly anyOf?: readonly number[];
  readonly oneOf?: readonly number[];
  readonly not?: number;
  /**
   * Constraints that were others in older releases, oldest first: the first entry whose \`until\` is not older than the
   * release in question counts for it. Null is a constraint that was not there.
   */
  readonly was?: readonly FieldConstraintsUntil[];
}

/** Constraints of one value. */
export interface FieldConstraints {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  /** An integer or a string, as quantities and ports are. It has no \`type\` then. */
  readonly intOrString?: true;
  readonly nullable?: true;
  /** Fields that are not named here are kept. */
  readonly preserveUnknown?: true;
  /** A whole object with apiVersion, kind and metadata. */
  readonly embeddedResource?: true;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: true;
  readonly exclusiveMaximum?: true;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly listType?: 'atomic' | 'set' | 'map';
  /** Fields that tell the items of a list of type map apart. */
  readonly mapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  /** Rules in CEL: the text alone where the CRD says nothing else about it. */
  readonly rules?: readonly (string | FieldRule)[];
}

/** A rule in CEL with what its CRD says about it. */
export interface FieldRule {
  readonly rule: string;
  readonly message?: string;
  /** An expression that gives the message. */
  readonly messageExpression?: string;
  readonly reason?: string;
  /** The field that is to blame, below the one that has the rule. */
  readonly fieldPath?: string;
  /** Whether the rule is asked of new objects too, though it compares with an old one. */
  readonly optionalOldSelf?: true;
}

/** What differed up to and including a release. */
export type FieldConstraintsUntil = { readonly until: string } & {
  readonly [Name in keyof FieldConstraints]?: FieldConstraints[Name] | null;
};
`;

/** The custom resources of one release of a component. */
export interface ComponentRelease {
  readonly release: Release;
  readonly resources: readonly CustomResource[];
}

/** One kind in one version, over all releases that were given. */
export interface Kind extends Span {
  readonly crd: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: CustomResource['scope'];
  readonly deprecated: boolean;
  /** The releases that were compared, oldest first; empty where none was named. */
  readonly releases: readonly Release[];
  /** With its history. */
  readonly schema: Schema;
  /** As the newest release has it; absent where that one does not serve this version any more. */
  readonly newest?: Schema;
}

/**
 * The kinds of the newest release, with their history.
 *
 * An older release is compared where it was given with that CRD: a missing file says nothing about a kind's age.
 */
export function kindsOf(
  resources: readonly CustomResource[],
  release: Release | undefined,
  earlier: readonly ComponentRelease[],
): Kind[] {
  return resources
    .flatMap((resource) => {
      const dated = [{ release: release ?? '', resources: [resource] }, ...earlier]
        .flatMap(({ release, resources }) => resources.filter(sameCrd(resource)).map((value) => ({ release, value })))
        .sort((a, b) => compareReleases(a.release, b.release));
      const versions = new Set(dated.flatMap(({ value }) => value.versions.map(({ name }) => name)));
      return [...versions].map((version) => kindOf(resource, version, dated, release));
    })
    .sort((a, b) => byText(keyOf(a), keyOf(b)));
}

/** How a table names a kind: `kubevirt.io/v1/VirtualMachine`. */
export function keyOf({ apiVersion, kind }: Pick<Kind, 'apiVersion' | 'kind'>): string {
  return `${apiVersion}/${kind}`;
}

function kindOf(
  resource: CustomResource,
  version: string,
  dated: readonly Dated<CustomResource>[],
  release: Release | undefined,
): Kind {
  const found = dated.flatMap(({ release, value }): Dated<ResourceVersion>[] =>
    value.versions.filter(({ name }) => name === version).map((value) => ({ release, value })),
  );
  const newest = resource.versions.find(({ name }) => name === version);
  const { crd, group, kind, plural, scope } = resource;
  return {
    crd,
    apiVersion: `${group}/${version}`,
    kind,
    plural,
    scope,
    deprecated: found.at(-1)!.value.deprecated,
    releases: release === undefined ? [] : dated.map(({ release }) => release),
    ...spanOf(dated, found),
    schema: mergeReleases(found.map(({ release, value }) => ({ release, value: value.schema }))),
    ...(newest === undefined ? {} : { newest: newest.schema }),
  };
}

function sameCrd(resource: CustomResource): (other: CustomResource) => boolean {
  return ({ group, kind }) => group === resource.group && kind === resource.kind;
}
