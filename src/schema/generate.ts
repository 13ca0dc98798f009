import type { Release } from '../kube/release';
import { FIELD_TABLE_FILE } from './field-table-file';
import { type ComponentRelease, type Kind, keyOf, kindsOf } from './kinds';
import { byText, type CustomResource } from './schema';
import { nameTypes, TypeShapes, withNames, wordOf } from './type-shapes';
import { writeFields } from './write-fields';

/** A file that was made by a machine. */
interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** What is generated from, and what it is called. */
export interface GenerateOptions {
  /** First part of the files' names. */
  readonly name: string;
  readonly resources: readonly CustomResource[];
  /** Kinds that only controllers write: their fields are in the table, and no type is made for them. */
  readonly fieldsOnly?: readonly CustomResource[];
  /** The release that the resources are of. */
  readonly release?: Release;
  /** The same resources in older releases. */
  readonly earlier?: readonly ComponentRelease[];
}

/** First line of every generated file: only files that have it are ever replaced. */
export const GENERATED = '// Written by polyvirt import. Change the CRDs and import them again, not this file.\n';

/** Types and field tables of custom resources. */
export function generate({ name, resources, fieldsOnly = [], release, earlier = [] }: GenerateOptions): {
  readonly kinds: readonly Kind[];
  readonly files: readonly GeneratedFile[];
} {
  const kinds = kindsOf([...resources, ...fieldsOnly], release, earlier);
  const untyped = new Set(fieldsOnly.map(({ crd }) => crd));
  const served = kinds.filter(({ newest, crd }) => newest !== undefined && !untyped.has(crd));
  return {
    kinds,
    files: [
      { path: 'field-table.ts', text: `${GENERATED}\n${FIELD_TABLE_FILE}` },
      { path: `${name}.ts`, text: `${GENERATED}${sources(served, release)}\n${writeTypes(served)}` },
      { path: `${name}-fields.ts`, text: `${GENERATED}${sources(kinds, release)}\n${writeFields(kinds)}` },
    ],
  };
}

/**
 * A name for the files: the first word of the shortest API group, as in `kubevirt` for kubevirt.io and
 * instancetype.kubevirt.io, or `cdi` for cdi.kubevirt.io.
 */
export function nameFor(resources: readonly CustomResource[]): string {
  const [shortest = 'crds'] = resources.map(({ group }) => group).sort((a, b) => a.length - b.length || byText(a, b));
  return shortest.split('.')[0]!;
}

/** `//   virtualmachines.kubevirt.io: kubevirt.io/v1 VirtualMachine, release 1.9`, a line per kind and version. */
function sources(kinds: readonly Kind[], release: Release | undefined): string {
  return kinds
    .map(({ crd, apiVersion, kind, until = release }) => {
      const of = until === undefined ? '' : `, release ${until}`;
      return `//   ${crd}: ${apiVersion} ${kind}${of}\n`;
    })
    .join('');
}

const OBJECT_META = `export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
  [key: string]: unknown;
}
`;

/** The types of these kinds, which the newest release serves, as a TypeScript file. */
function writeTypes(kinds: readonly Kind[]): string {
  const shapes = new TypeShapes();
  const names = kindNames(kinds);
  // The kind with the plain name comes first, so that what its versions share is named after it.
  const roots = kinds
    .map((kind) => ({ kind, name: names.get(keyOf(kind))! }))
    .sort((a, b) => byText(a.name, b.name))
    .map(({ kind, name }) => ({ name, lines: rootLines(kind, name, shapes) }));
  const typeNames = nameTypes(
    shapes.shapes.map(({ path }) => path),
    new Set(names.values()),
  );
  const others = shapes.shapes
    .map(({ lines }, i) => ({ name: typeNames[i]!, lines }))
    .sort((a, b) => byText(a.name, b.name));
  return [OBJECT_META, ...[...roots, ...others].map(({ name, lines }) => interfaceText(name, lines, typeNames))].join(
    '\n',
  );
}

/** Apart from what every object has, the fields of the CRD without `status`, which manifests do not have. */
function rootLines({ apiVersion, kind, newest }: Kind, name: string, shapes: TypeShapes): string[] {
  const properties = new Map(newest!.properties);
  for (const known of ['apiVersion', 'kind', 'metadata', 'status']) {
    properties.delete(known);
  }
  return [
    `apiVersion: '${apiVersion}';`,
    `kind: '${kind}';`,
    'metadata: ObjectMeta;',
    ...shapes.linesOf({ ...newest!, properties }, [name]),
  ];
}

function interfaceText(name: string, lines: readonly string[], names: readonly string[]): string {
  return `export interface ${name} {\n${lines.map((line) => `  ${withNames(line, names)}\n`).join('')}}\n`;
}

/**
 * What the kinds are called: the best version of a kind by its name alone, the others with their version,
 * `HyperConverged` and `HyperConvergedV1beta1`. Two groups with one kind are told apart by the first word of the group.
 */
function kindNames(kinds: readonly Kind[]): Map<string, string> {
  const groups = (kind: string) => new Set(kinds.filter((other) => other.kind === kind).map(groupOfKind));
  const names = new Map<string, string>();
  for (const kind of kinds) {
    const alike = kinds.filter((other) => other.kind === kind.kind && groupOfKind(other) === groupOfKind(kind));
    const best = alike.map(versionOf).sort(compareVersions)[0];
    const prefix = groups(kind.kind).size === 1 ? '' : wordOf(groupOfKind(kind));
    names.set(keyOf(kind), `${prefix}${kind.kind}${versionOf(kind) === best ? '' : wordOf(versionOf(kind))}`);
  }
  return names;
}

function groupOfKind({ apiVersion }: Kind): string {
  return apiVersion.split('/')[0]!;
}

function versionOf({ apiVersion }: Kind): string {
  return apiVersion.split('/')[1]!;
}

/** The order that Kubernetes gives versions: v2, v1, v1beta2, v1beta1, v1alpha1, then all others by name. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version));
  if (!left || !right) {
    return left ? -1 : right ? 1 : byText(a, b);
  }
  const stage = (match: RegExpExecArray) => ['alpha', 'beta', undefined].indexOf(match[2]);
  return stage(right) - stage(left) || Number(right[1]) - Number(left[1]) || Number(right[3]) - Number(left[3]);
}
