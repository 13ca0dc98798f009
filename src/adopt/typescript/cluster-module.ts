import type { Fields } from '../../kube/object';
import { alikeGroups, type VmKeys } from '../alike';
import { classParts, WHOLE_KEYS } from '../class-parts';
import type { DeclaredCluster, DeclaredEntry } from '../declare';
import { camelCase, type Expression, generalize, valueExpression } from './expression';
import { type Imports, idiomatic } from './factories';
import { printed, SPREAD } from './print';

/** Where the files of a cluster are, from the folder of the program. */
export interface ModuleFiles {
  /** Folders and files of manifests. */
  readonly manifests: readonly string[];
  /** The nodes as JSON; absent where none are known. */
  readonly nodes?: string;
}

/** Names that cdk8s has; all others are polyvirt's. */
const OF_CDK8S = ['App', 'Size'];

/** Keys that some VMs share, as a constant that they spread. */
interface SharedKeys {
  readonly name: string;
  readonly keys: Fields;
  readonly vms: ReadonlySet<Fields>;
}

/** A module that declares one cluster. */
export function clusterModule(cluster: DeclaredCluster, files: ModuleFiles): string {
  const imports: Imports = new Set(['App', 'Platform']);
  const vms = cluster.entries.filter(({ key }) => key === 'virtualMachines');
  const shared = sharedKeys(
    vms.map(({ declaration }) => declaration as VmKeys),
    camelCase(cluster.name),
  );
  const body = [
    platformStatement(cluster, files, imports),
    ...cluster.entries
      .filter(({ key }) => key !== 'virtualMachines')
      .map((entry) => single(entry, idsOf(cluster.entries), [], imports)),
    ...vmStatements(vms, idsOf(cluster.entries), shared, imports),
    ...(files.manifests.length === 0 ? [] : [manifestsStatement(files.manifests, imports)]),
    '  return platform;',
  ];
  const constants = shared
    .map(({ name, keys, vms: of }) => {
      const value = printed(idiomatic(valueExpression(keys), imports), 0, name.length + 9);
      const what = of.size === vms.length ? 'all VMs have in common' : `${of.size} VMs have in common`;
      return `/** What ${what}. */\nconst ${name} = ${value} satisfies Partial<VirtualMachineProps>;\n\n`;
    })
    .join('');
  return `${importLines(imports, files, constants !== '')}
${constants}/** The cluster ${cluster.name}. */
export function ${camelCase(cluster.name)}(app: App): Platform {
${body.join('\n\n')}
}
`;
}

function importLines(imports: Imports, { nodes }: ModuleFiles, hasShared: boolean): string {
  const names = [...imports].sort();
  const ofCdk8s = names.filter((name) => OF_CDK8S.includes(name)).map((name) => (name === 'App' ? 'type App' : name));
  const others = names.filter((name) => !OF_CDK8S.includes(name)).concat(hasShared ? ['type VirtualMachineProps'] : []);
  return [
    `import { ${ofCdk8s.join(', ')} } from 'cdk8s';`,
    importOf(others),
    ...(nodes === undefined ? [] : [`import nodes from './${nodes}';`]),
    '',
  ].join('\n');
}

function importOf(names: readonly string[]): string {
  const line = `import { ${names.join(', ')} } from 'polyvirt';`;
  return line.length < 118 ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from 'polyvirt';`;
}

function platformStatement({ name, head }: DeclaredCluster, { nodes }: ModuleFiles, imports: Imports): string {
  const { name: _, nodes: __, ...rest } = head;
  const props = valueExpression(rest) as Extract<Expression, { kind: 'map' }>;
  if (nodes !== undefined) {
    imports.add('NodeInventory');
  }
  const inventory: Expression = { kind: 'call', callee: 'NodeInventory.of', args: [{ kind: 'column', name: 'nodes' }] };
  const all: Expression = {
    kind: 'map',
    entries: [...props.entries, ...(nodes === undefined ? [] : [['nodes', inventory] as const])],
  };
  const call: Expression = {
    kind: 'call',
    callee: 'new Platform',
    args: [{ kind: 'column', name: 'app' }, { kind: 'value', value: name }, all],
  };
  return `  const platform = ${printed(call, 2, 20)};`;
}

function manifestsStatement(paths: readonly string[], imports: Imports): string {
  imports.add('Manifests');
  const path = paths.length === 1 ? paths[0] : paths;
  return `  ${construct('Manifests', { kind: 'value', value: 'manifests' }, valueExpression({ path }))}`;
}

function construct(kind: string, id: Expression, props: Expression, indent = 2): string {
  const call: Expression = {
    kind: 'call',
    callee: `new ${kind}`,
    args: [{ kind: 'column', name: 'platform' }, id, props],
  };
  return `${printed(call, indent, indent + 1)};`;
}

/** Names of constructs: a cluster may have objects of one name in two namespaces, or of two kinds. */
function idsOf(entries: readonly DeclaredEntry[]): (entry: DeclaredEntry) => string {
  const names = new Map<string, number>();
  for (const { input } of entries) {
    names.set(input.wanted.metadata.name, (names.get(input.wanted.metadata.name) ?? 0) + 1);
  }
  return ({ input, key }) => {
    const { name, namespace } = input.wanted.metadata;
    return names.get(name) === 1 ? name : [key, namespace, name].filter((part) => part !== undefined).join('-');
  };
}

/** One object by itself. */
function single(
  { input, declaration, ...entry }: DeclaredEntry,
  idOf: (entry: DeclaredEntry) => string,
  shared: readonly SharedKeys[],
  imports: Imports,
): string {
  const { kind } = input.wanted;
  imports.add(kind);
  const id = idOf({ input, declaration, ...entry });
  const props = withShared(declaration, shared, declaration.name === id);
  const comment = input.comment.map((line) => `  ${slashes(line)}\n`).join('');
  return `${comment}  ${construct(kind, { kind: 'value', value: id }, idiomatic(props, imports))}`;
}

/** A comment of YAML as one of TypeScript. */
function slashes(line: string): string {
  return line.replace(/^#+/, '//');
}

function withShared(declaration: Fields, shared: readonly SharedKeys[], hasOwnName: boolean): Expression {
  const { spreads, rest } = parted(declaration, shared);
  const keys = Object.entries(rest).filter(([key]) => !(key === 'name' && hasOwnName));
  return {
    kind: 'map',
    entries: [...spreads, ...keys.map(([key, part]) => [key, valueExpression(part)] as const)],
  };
}

/** What a VM spreads, and what it says itself. */
function parted(
  declaration: Fields,
  shared: readonly SharedKeys[],
): { readonly spreads: readonly (readonly [string, Expression])[]; readonly rest: Fields } {
  const own = shared.filter(({ vms }) => vms.has(declaration));
  const isOwn = (key: string) => !own.some(({ keys }) => Object.hasOwn(keys, key));
  return {
    spreads: own.map(({ name }) => [SPREAD, { kind: 'column', name }]),
    rest: Object.fromEntries(Object.entries(declaration).filter(([key]) => isOwn(key))),
  };
}

/** VMs that are alike are a loop over what is their own. */
function vmStatements(
  vms: readonly DeclaredEntry[],
  idOf: (entry: DeclaredEntry) => string,
  shared: readonly SharedKeys[],
  imports: Imports,
): string[] {
  if (vms.length > 0) {
    imports.add('VirtualMachine');
  }
  const byKeys = new Map(vms.map((entry) => [entry.declaration as VmKeys, entry]));
  const groups = alikeGroups(vms.map(({ declaration }) => declaration as VmKeys)).flatMap((group) =>
    byShape(group, shared),
  );
  return groups.map((group) => {
    const entries = group.map((vm) => byKeys.get(vm)!);
    const isPlain = entries.every((entry) => idOf(entry) === entry.declaration.name);
    return entries.length > 1 && isPlain
      ? loop(entries, shared, imports)
      : entries.map((entry) => single(entry, idOf, shared, imports)).join('\n\n');
  });
}

/** VMs that have the same keys and spread the same. */
function byShape(group: readonly VmKeys[], shared: readonly SharedKeys[]): VmKeys[][] {
  const shapes = new Map<string, VmKeys[]>();
  for (const vm of group) {
    const spread = shared.filter(({ vms }) => vms.has(vm)).map(({ name }) => name);
    const shape = [...Object.keys(vm).sort(), ...spread].join();
    shapes.set(shape, [...(shapes.get(shape) ?? []), vm]);
  }
  return [...shapes.values()];
}

function loop(entries: readonly DeclaredEntry[], shared: readonly SharedKeys[], imports: Imports): string {
  const names = entries.map(({ declaration }) => declaration.name as string);
  const rests = entries.map(({ declaration }) => {
    const { name: _, ...rest } = parted(declaration, shared).rest;
    return rest;
  });
  const { expression, columns } = generalize(rests, names);
  const props: Expression = {
    kind: 'map',
    entries: [
      ...parted(entries[0]!.declaration, shared).spreads,
      ...(expression.kind === 'map' ? expression.entries : []),
    ],
  };
  const rows = names.map((name, i) => {
    const values = Object.fromEntries(columns.map((column) => [column.name, column.values[i]]));
    const row = columns.length === 0 ? valueExpression(name) : valueExpression({ name, ...values });
    const comment = entries[i]!.input.comment.map((line) => `    ${slashes(line)}\n`).join('');
    return `${comment}    ${printed(row, 4, 5)},\n`;
  });
  const variables =
    columns.length === 0 ? 'name' : `{ ${['name', ...columns.map((column) => column.name)].join(', ')} }`;
  const statement = construct('VirtualMachine', { kind: 'column', name: 'name' }, idiomatic(props, imports), 4);
  const list = `[\n${rows.join('')}  ]${columns.length === 0 ? '' : ' as const'}`;
  return `  for (const ${variables} of ${list}) {\n    ${statement}\n  }`;
}

/** Parts that VMs share, under names that are unique in the module. */
function sharedKeys(vms: readonly VmKeys[], cluster: string): SharedKeys[] {
  const parts = vms.length > 2 ? classParts(vms, WHOLE_KEYS) : [];
  return parts.map(({ name, members, part }) => ({
    name: `${camelCase(name)}${['app', 'platform', 'name', 'nodes', cluster].includes(camelCase(name)) ? 'Vms' : ''}`,
    keys: part,
    vms: new Set(members.map((i) => vms[i]!)),
  }));
}
