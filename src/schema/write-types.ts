import { type Kind, keyOf } from './kinds';
import { byText } from './schema';
import { nameTypes, TypeShapes, withNames, wordOf } from './type-shapes';

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
export function writeTypes(kinds: readonly Kind[]): string {
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
