import type { Release } from '../kube/release';
import { byText, type CustomResource, type Schema } from './schema';
import { type ComponentRelease, FIELD_TABLE_FILE, type Kind, keyOf, kindsOf, writeFields } from './write-fields';

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

/** An interface without a name: the lines of its body, with marks where other interfaces are named. */
interface InterfaceShape {
  readonly lines: readonly string[];
  /** Words of the path that it is best known by. */
  readonly path: readonly string[];
}

/** A word that a structure is called by, how often, and the shortest path that ends with it. */
interface Usage {
  count: number;
  path: readonly string[];
}

/** Cannot occur in a line by itself: literals are written as JSON, which escapes it. */
const MARK = '\0';

/** The interfaces of everything that is generated together, each structure once. */
class TypeShapes {
  private readonly _places = new Map<string, number>();
  private readonly _bodies: (readonly string[])[] = [];
  private readonly _usages: Map<string, Usage>[] = [];

  /** All of them; a mark names one by its place. */
  public get shapes(): readonly InterfaceShape[] {
    return this._bodies.map((lines, i) => ({ lines, path: bestPath([...this._usages[i]!.values()]) }));
  }

  /** The type of a value as TypeScript, with marks for interfaces. */
  public typeOf(schema: Schema, path: readonly string[]): string {
    const { nullable } = schema.constraints;
    const type = this._typeOf(schema, path);
    return nullable === true && !/(^|\| )null$/.test(type) ? `${type} | null` : type;
  }

  /** The lines of an interface for the fields of an object, in the order of their names. */
  public linesOf(schema: Schema, path: readonly string[]): string[] {
    const lines = [...(schema.properties ?? [])].map(([name, { schema: part }]) => {
      const required = schema.constraints.required?.includes(name) === true && part.constraints.default === undefined;
      return `${keyText(name)}${required ? '' : '?'}: ${this._fieldType(name, part, path)};`;
    });
    return schema.constraints.preserveUnknown === true ? [...lines, '[key: string]: unknown;'] : lines;
  }

  private _fieldType(name: string, schema: Schema, path: readonly string[]): string {
    const isMetadata = name === 'metadata' && schema.constraints.type === 'object' && schema.properties === undefined;
    if (isMetadata && schema.values === undefined) {
      return schema.constraints.nullable === true ? 'ObjectMeta | null' : 'ObjectMeta';
    }
    return this.typeOf(schema, [...path, wordOf(name)]);
  }

  private _typeOf(schema: Schema, path: readonly string[]): string {
    const { constraints, items, values, properties } = schema;
    if (constraints.enum !== undefined && constraints.enum.length > 0) {
      return constraints.enum.map(literalText).join(' | ');
    }
    if (constraints.intOrString === true) {
      return 'string | number';
    }
    switch (constraints.type) {
      case 'string':
      case 'boolean':
      case 'number':
        return constraints.type;
      case 'integer':
        return 'number';
      case 'array':
        return items === undefined ? 'unknown[]' : listOf(this.typeOf(items, oneOfThem(path)));
      default:
        if (values !== undefined) {
          return `{ [key: string]: ${this.typeOf(values, oneOfThem(path))} }`;
        }
        if (properties !== undefined && properties.size > 0) {
          return this._interface(schema, path);
        }
        if (constraints.preserveUnknown === true) {
          return constraints.type === 'object' ? '{ [key: string]: unknown }' : 'unknown';
        }
        return constraints.type === 'object' ? '{ [key: string]: never }' : 'unknown';
    }
  }

  private _interface(schema: Schema, path: readonly string[]): string {
    const lines = this.linesOf(schema, path);
    const key = lines.join('\n');
    const place = this._places.get(key) ?? this._bodies.length;
    this._places.set(key, place);
    this._bodies[place] = lines;
    this._usages[place] ??= new Map();
    count(this._usages[place], path);
    return `${MARK}${place}${MARK}`;
  }
}

function count(usages: Map<string, Usage>, path: readonly string[]): void {
  const word = path.at(-1) ?? '';
  const known = usages.get(word);
  usages.set(word, {
    count: (known?.count ?? 0) + 1,
    path: known === undefined || path.length < known.path.length ? path : known.path,
  });
}

/** The name most fields use; of two such words the one nearer to a kind. */
function bestPath(usages: readonly Usage[]): readonly string[] {
  return [...usages].sort((a, b) => b.count - a.count || a.path.length - b.path.length)[0]!.path;
}

/** The text with the names in the place of the marks. */
function withNames(text: string, names: readonly string[]): string {
  return text.replace(/\0(\d+)\0/g, (_, place: string) => names[Number(place)]!);
}

/** A field's name as it is written in an interface. */
function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name);
}

/** A value as a literal of TypeScript. */
function literalText(value: unknown): string {
  const json = JSON.stringify(value);
  return typeof value === 'string' && !/['"\\]/.test(json.slice(1, -1)) ? `'${value}'` : json;
}

function listOf(type: string): string {
  return type.includes(' | ') ? `(${type})[]` : `${type}[]`;
}

function oneOfThem(path: readonly string[]): string[] {
  return [...path.slice(0, -1), singularOf(path.at(-1) ?? '')];
}

/** Names that a generated interface must not take: the file uses them, or a reader would take them for the global. */
const GLOBALS = new Set(
  'Array Boolean Date Error Function Map Number Object ObjectMeta Promise Record RegExp Set String Symbol'.split(' '),
);

/** Words that say nothing without the name of what they belong to. */
const GENERIC = new Set(['Metadata', 'Spec', 'Status', 'Template']);

/**
 * A name for each type, from the path to where it is used first.
 *
 * The last word of the path, and as many before it as it takes to tell the types apart: `Disk`, `VirtualMachineSpec`.
 * All types of one name grow together, so that no name depends on which came first.
 *
 * @param paths words from the kind to the field
 * @param kinds names of the kinds, which are taken
 */
export function nameTypes(paths: readonly (readonly string[])[], kinds: ReadonlySet<string>): string[] {
  const candidates = paths.map((path) => candidatesOf(path, kinds));
  const chosen = candidates.map(() => 0);
  const names = () => candidates.map((each, i) => each[chosen[i]!]!);
  for (let grown = true; grown; ) {
    const counts = countsOf(names());
    grown = false;
    for (const [i, name] of names().entries()) {
      if (counts.get(name)! > 1 && chosen[i]! < candidates[i]!.length - 1) {
        chosen[i]!++;
        grown = true;
      }
    }
  }
  return numbered(names(), kinds);
}

/** What a type could be called, the shortest first. */
function candidatesOf(path: readonly string[], kinds: ReadonlySet<string>): string[] {
  // Every kind has a `spec`: in the middle of a name the word tells nothing, unless nothing else is left.
  const short = path.filter((word, i) => word !== 'Spec' || i === path.length - 1);
  const clear = [...short.map((_, i) => short.slice(-(i + 1))), path]
    .filter(([first]) => !GENERIC.has(first!))
    .map((words) => words.join(''))
    .filter((name) => /^[A-Za-z]/.test(name) && !GLOBALS.has(name) && !kinds.has(name));
  return clear.length === 0 ? [path.join('')] : clear;
}

/** `preferredCPUTopology` → `PreferredCPUTopology`, `cpu-manager.policy` → `CpuManagerPolicy`. */
export function wordOf(field: string): string {
  return field
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/** One of several: `Disks` → `Disk`, `Policies` → `Policy`, `Addresses` → `Address`. What is no plural stays. */
export function singularOf(word: string): string {
  if (/[a-z]ies$/.test(word)) {
    return `${word.slice(0, -3)}y`;
  }
  if (/(ss|x|ch|sh)es$/.test(word)) {
    return word.slice(0, -2);
  }
  return /[^s]s$/.test(word) && !/(status|bus|is)$/i.test(word) ? word.slice(0, -1) : word;
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The last resort for whole paths that read alike, as `fooBar.baz` and `foo.barBaz` do. */
function numbered(names: readonly string[], kinds: ReadonlySet<string>): string[] {
  const taken = new Set(kinds);
  return names.map((name) => {
    let free = name;
    for (let i = 2; taken.has(free) || GLOBALS.has(free); i++) {
      free = `${name}${i}`;
    }
    taken.add(free);
    return free;
  });
}
