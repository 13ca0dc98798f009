import { join } from 'node:path';
import * as ts from 'typescript';
import { COMPANIONS } from '../../../src/model/companions';
import { platformJsonSchema } from '../../../src/model/read/platform-json-schema';
import { ROOT } from '../../app-folder';

/** Keys of the file that stand for something in code: a spread, a loop, `VirtualMachine.perArchitecture`, and `NodeInventory.of`. */
const FILE_ONLY = [
  'virtualMachines[].class',
  'virtualMachines[].replicas',
  'virtualMachines[].perArchitecture',
  'nodes.from',
];

/** Parts that are written as Kubernetes has them: rules judge them in the object. */
const AS_KUBERNETES =
  /\.pvc\.(?!name$|namespace$)|\.downwardAPI\.fields\[\]\.|\.affinity\.|\.topologySpreadConstraints\[\]\.|\[\]\.spec\.|^(kubevirt|hyperConverged)\.spec\./;

interface Node {
  readonly $ref?: string;
  readonly $defs?: Record<string, Node>;
  readonly properties?: Record<string, Node>;
  readonly items?: Node;
  readonly anyOf?: Node[];
  readonly propertyNames?: Node;
  readonly enum?: string[];
  readonly additionalProperties?: Node;
}

const DOCUMENT = platformJsonSchema() as unknown as Node;

const resolved = (node: Node): Node =>
  node.$ref === undefined ? node : resolved(DOCUMENT.$defs![node.$ref.replace('#/$defs/', '')]!);

const SPEC = resolved(DOCUMENT.properties!.spec!);

const program = ts.createProgram([join(ROOT, 'src/index.ts')], {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  skipLibCheck: true,
  types: ['node'],
});
const checker = program.getTypeChecker();

function propsOf(file: string, name: string): ts.Type {
  const source = program.getSourceFile(join(ROOT, 'src', file))!;
  const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).find((each) => each.name === name)!;
  return checker.getDeclaredTypeOfSymbol(symbol);
}

/** Paths of all keys below a type: value types count as the data behind them, sizes as text. */
function keysOfType(type: ts.Type, path: string): string[] {
  const parts = type.isUnion() ? type.types : [type];
  const keys = parts.flatMap((part) => {
    const bare = checker.getNonNullableType(part);
    const element = checker.getIndexTypeOfType(bare, ts.IndexKind.Number);
    if (element !== undefined && checker.isArrayLikeType(bare)) {
      return keysOfType(element, `${path}[]`);
    }
    const declaration = bare.getProperty('declaration');
    if (declaration !== undefined) {
      return keysOfType(checker.getTypeOfSymbol(declaration), path);
    }
    const isData =
      (bare.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
      // A name of which editors offer some is text all the same.
      !(bare.isIntersection() && bare.types.some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0)) &&
      bare.getProperty('asString') === undefined;
    return isData
      ? bare.getProperties().flatMap((property) => {
          const below = `${path === '' ? '' : `${path}.`}${property.name}`;
          return [below, ...keysOfType(checker.getTypeOfSymbol(property), below)];
        })
      : [];
  });
  return [...new Set(keys)];
}

function keysOfSchema(written: Node, path: string): string[] {
  const node = resolved(written);
  const named = Object.entries(node.properties ?? {}).concat(
    (node.propertyNames === undefined ? [] : (resolved(node.propertyNames).enum ?? [])).map(
      (name) => [name, node.additionalProperties ?? {}] as [string, Node],
    ),
  );
  return [
    ...named.flatMap(([name, below]) => {
      const key = `${path === '' ? '' : `${path}.`}${name}`;
      return [key, ...keysOfSchema(below, key)];
    }),
    ...(node.items === undefined ? [] : keysOfSchema(node.items, `${path}[]`)),
    ...(node.anyOf ?? []).flatMap((part) => keysOfSchema(part, path)),
  ];
}

const withImages = (node: Node): Node => ({
  ...resolved(node),
  properties: { ...resolved(node).properties, goldenImages: SPEC.properties!.goldenImages! },
});

const inFile = (path: string, node: Node) =>
  [...new Set(keysOfSchema(node, path))].filter((key) => !FILE_ONLY.includes(key)).sort();

/** By file, interface and key of the platform. */
const COMPANION_PROPS: readonly [string, string, keyof typeof COMPANIONS][] = [
  ['model/network-attachment.ts', 'NetworkAttachmentDefinitionProps', 'networkAttachments'],
  ['model/instancetype.ts', 'VirtualMachineInstancetypeProps', 'instancetypes'],
  ['model/instancetype.ts', 'VirtualMachineClusterInstancetypeProps', 'clusterInstancetypes'],
  ['model/preference.ts', 'VirtualMachinePreferenceProps', 'preferences'],
  ['model/preference.ts', 'VirtualMachineClusterPreferenceProps', 'clusterPreferences'],
  ['model/virtual-machine-pool.ts', 'VirtualMachinePoolProps', 'virtualMachinePools'],
  ['model/snapshot.ts', 'VirtualMachineSnapshotProps', 'snapshots'],
  ['model/snapshot.ts', 'VirtualMachineRestoreProps', 'restores'],
  ['model/clone.ts', 'VirtualMachineCloneProps', 'clones'],
  ['model/export.ts', 'VirtualMachineExportProps', 'exports'],
  ['model/migration-policy.ts', 'MigrationPolicyProps', 'migrationPolicies'],
];

test('the props of every kind beside VMs are compared', () => {
  expect(COMPANION_PROPS.map(([, , key]) => key).sort()).toEqual(Object.keys(COMPANIONS).sort());
});

test.each<[string, string, string, Node]>([
  ['model/kubevirt.ts', 'KubeVirtProps', 'kubevirt', SPEC.properties!.kubevirt!],
  ['model/virtual-machine.ts', 'VirtualMachineProps', 'virtualMachines[]', SPEC.properties!.virtualMachines!.items!],
  [
    'model/virtual-machine.ts',
    'VirtualMachineInstanceProps',
    'virtualMachineInstances[]',
    SPEC.properties!.virtualMachineInstances!.items!,
  ],
  ['model/data-volume.ts', 'DataVolumeProps', 'dataVolumes[]', SPEC.properties!.dataVolumes!.items!],
  ...COMPANION_PROPS.map(([file, name, key]): [string, string, string, Node] => [
    file,
    name,
    `${key}[]`,
    SPEC.properties![key]!.items!,
  ]),
  ['constructs/machine-deployment.ts', 'MachineDeploymentProps', 'machines[]', SPEC.properties!.machines!.items!],
  // Its images are beside it in the file, since VMs refer to them.
  ['model/hyper-converged.ts', 'HyperConvergedProps', 'hyperConverged', withImages(SPEC.properties!.hyperConverged!)],
])('%s: %s has the names and nesting of %s', (file, name, path, node) => {
  const keys = keysOfType(propsOf(file, name), path).filter((key) => !AS_KUBERNETES.test(key));
  expect(keys.length).toBeGreaterThan(10);
  expect(keys.sort()).toEqual(inFile(path, node));
});

test('the props of a platform are keys of the file', () => {
  const props = keysOfType(propsOf('constructs/platform.ts', 'PlatformProps'), '');
  const keys = Object.keys(SPEC.properties!).filter((key) =>
    [
      'target',
      'identity',
      'namespace',
      'labels',
      'nodes',
      'distribution',
      'hypervisors',
      'supportByArch',
      'argocd',
      'findings',
    ].includes(key),
  );
  const file = keys.flatMap((key) => [key, ...keysOfSchema(SPEC.properties![key]!, key)]);
  // An inventory is what a cluster printed, and names of resources are made up in programs only.
  const written = props.filter((key) => !key.startsWith('nodes.nodes') && key !== 'disableResourceNameHashes');
  expect(written.sort()).toEqual([...new Set(file)].filter((key) => !FILE_ONLY.includes(key)).sort());
});
