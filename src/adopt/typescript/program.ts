import type { OutputFile } from '../../kube/yaml/files';
import type { DeclaredCluster, DeclaredEntry } from '../declare';
import { type KeyComment, keyComments, linesAboutWhole } from '../key-comments';
import { camelCase, type Expression, valueExpression } from './expression';
import { type Imports, idiomatic } from './factories';
import { commentText, printed, withComments } from './print';
import { construct, vmCode } from './vm-code';

/** A cluster and the files that its module names. */
export interface ProgramCluster {
  readonly cluster: DeclaredCluster;
  readonly files: ModuleFiles;
}

/** Releases of the packages that a program asks for. */
export interface ProgramVersions {
  readonly polyvirt: string;
  /** Exact versions of all others, by name. */
  readonly others: Readonly<Record<string, string>>;
}

/** A cdk8s app with a module per cluster. */
export function programFiles(clusters: readonly ProgramCluster[], versions: ProgramVersions): OutputFile[] {
  const names = clusters.map(({ cluster: { name } }) => name);
  const modules = clusters.map(({ cluster, files }) => ({
    path: `${fileName(cluster.name)}.ts`,
    text: clusterModule(cluster, files),
  }));
  return [...projectFiles(names[0] ?? 'platform', versions), { path: 'main.ts', text: mainModule(names) }, ...modules];
}

/** `main` is the program itself. */
function fileName(cluster: string): string {
  return cluster === 'main' ? 'main-cluster' : cluster;
}

function mainModule(names: readonly string[]): string {
  return `import { App } from 'cdk8s';
${names.map((name) => `import { ${camelCase(name)} } from './${fileName(name)}';\n`).join('')}
const app = new App();
${names.map((name) => `${camelCase(name)}(app);\n`).join('')}app.synth();
`;
}

/** What every cdk8s app has beside its code. */
export function projectFiles(name: string, versions: ProgramVersions): OutputFile[] {
  const exact = (...names: string[]) => Object.fromEntries(names.map((each) => [each, versions.others[each]]));
  const manifest = {
    name,
    private: true,
    scripts: { synth: 'polyvirt synth', check: 'polyvirt synth --check', typecheck: 'tsc --noEmit' },
    dependencies: { ...exact('cdk8s', 'constructs'), polyvirt: versions.polyvirt },
    devDependencies: exact('@types/node', 'ts-node', 'typescript'),
  };
  const tsconfig = {
    compilerOptions: {
      target: 'ES2022',
      module: 'node16',
      moduleResolution: 'node16',
      rootDir: '.',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      resolveJsonModule: true,
      types: ['node'],
    },
    include: ['*.ts'],
    'ts-node': { transpileOnly: true },
  };
  return [
    { path: 'package.json', text: `${JSON.stringify(manifest, undefined, 2)}\n` },
    { path: 'tsconfig.json', text: `${JSON.stringify(tsconfig, undefined, 2)}\n` },
    { path: 'cdk8s.yaml', text: 'language: typescript\napp: npx ts-node main.ts\noutput: dist\n' },
    { path: '.gitignore', text: 'node_modules/\n' },
  ];
}

/** Where the files of a cluster are, from the folder of the program. */
interface ModuleFiles {
  /** Folders and files of manifests. */
  readonly manifests: readonly string[];
  /** The nodes as JSON; absent where none are known. */
  readonly nodes?: string;
}

/** Names that cdk8s has; all others are polyvirt's. */
const OF_CDK8S = ['App', 'Size'];

type MapExpression = Extract<Expression, { kind: 'map' }>;

/** A module that declares one cluster. */
function clusterModule(cluster: DeclaredCluster, files: ModuleFiles): string {
  const imports: Imports = new Set(['App', 'Platform']);
  const [vms, others] = [true, false].map((isVm) =>
    cluster.entries.filter(({ key }) => (key === 'virtualMachines') === isVm),
  ) as [DeclaredEntry[], DeclaredEntry[]];
  const idOf = idsOf(cluster.entries);
  const functionName = camelCase(cluster.name);
  const { constants, statements } = vmCode(vms, idOf, [functionName], imports);
  const body = [
    platformStatement(cluster, files, imports),
    ...others.map((entry) => objectStatement(entry, idOf, imports)),
    ...statements,
    ...(files.manifests.length === 0 ? [] : [manifestsStatement(files.manifests, imports)]),
    '  return platform;',
  ];
  return `${importLines(imports, files, constants !== '')}
${constants}/** The cluster ${cluster.name}. */
export function ${functionName}(app: App): Platform {
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

/** An object of any kind but VMs. */
function objectStatement(entry: DeclaredEntry, idOf: (entry: DeclaredEntry) => string, imports: Imports): string {
  const { input, declaration } = entry;
  const { kind } = input.wanted;
  imports.add(kind);
  const id = idOf(entry);
  const { name, ...rest } = declaration;
  const keys = name === id || name === undefined ? rest : declaration;
  const isSaid = ({ key = '' }: KeyComment) => Object.hasOwn(keys, key);
  const comments = keyComments(entry);
  const props = withComments(valueExpression(keys) as MapExpression, comments.filter(isSaid));
  const above = comments.filter((comment) => !isSaid(comment)).flatMap(linesAboutWhole);
  const call = construct(kind, { kind: 'value', value: id }, idiomatic(props, imports));
  return `${commentText([...input.comment, ...above], 2)}  ${call}`;
}
