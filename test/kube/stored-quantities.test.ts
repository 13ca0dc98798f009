import { fields as cdi } from '../../imports/cdi-fields';
import type { FieldNode, FieldTable } from '../../imports/field-table';
import { fields as hco } from '../../imports/hco-fields';
import { fields as kubevirt } from '../../imports/kubevirt-fields';
import type { KubeObject } from '../../src/kube/object';
import { respelledQuantities, withStoredQuantities } from '../../src/kube/stored-quantities';

const TABLES: readonly [string, FieldTable][] = [
  ['kubevirt.io/v1/VirtualMachine', kubevirt()],
  ['kubevirt.io/v1/VirtualMachineInstance', kubevirt()],
  ['kubevirt.io/v1/VirtualMachineInstanceReplicaSet', kubevirt()],
  ['kubevirt.io/v1/KubeVirt', kubevirt()],
  ['cdi.kubevirt.io/v1beta1/DataVolume', cdi()],
  ['hco.kubevirt.io/v1beta1/HyperConverged', hco()],
  ['hco.kubevirt.io/v1/HyperConverged', hco()],
];

/** Everything that a node of a table may hold, with the same amount wherever it holds one; nothing where none is below it. */
function filled({ nodes }: FieldTable, node: FieldNode): unknown {
  if (node.intOrString === true && node.pattern?.includes('numkMGTPE') === true) {
    return '1024Mi';
  }
  const below = (at: number | undefined) =>
    at === undefined ? undefined : filled({ nodes } as FieldTable, nodes[at]!);
  const item = below(node.items);
  const value = below(node.values);
  const entries = Object.entries(node.properties ?? {})
    .map(([key, at]) => [key, below(at)] as const)
    .filter(([, each]) => each !== undefined);
  return item !== undefined
    ? [item]
    : value !== undefined
      ? { any: value }
      : entries.length > 0
        ? Object.fromEntries(entries)
        : undefined;
}

test.each(TABLES)('every quantity that the CRD of %s has is spelled as it is stored', (name, table) => {
  const [apiVersion, kind] = [name.slice(0, name.lastIndexOf('/')), name.slice(name.lastIndexOf('/') + 1)];
  const { spec } = filled(table, table.nodes[table.kinds[name]!.node]!) as { spec: unknown };
  const object = { apiVersion, kind, metadata: { name: 'any' }, spec };

  expect(JSON.stringify(spec)).toContain('1024Mi');
  expect(JSON.stringify(withStoredQuantities(object))).toBe(JSON.stringify(object).replaceAll('1024Mi', '1Gi'));
});

test('a boot image of HyperConverged, of which its CRD says nothing, is spelled so too', () => {
  const claim = (storage: unknown) => ({ spec: { storage: { resources: { requests: { storage } } } } });
  const object = {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged' },
    spec: { dataImportCronTemplates: [{ spec: { template: claim('30720Mi') } }] },
  };

  expect(withStoredQuantities(object).spec).toEqual({
    dataImportCronTemplates: [{ spec: { template: claim('30Gi') } }],
  });
});

const vm = (guest: unknown, more: object = {}): KubeObject => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name: 'web' },
  spec: { template: { spec: { domain: { memory: { guest }, ...more } } } },
});

test('each is named with its path and both spellings', () => {
  const object = vm(1073741824, { resources: { limits: { 'nvidia.com/gpu': '1', memory: '0.5Gi' } } });

  expect(respelledQuantities(object).map(({ path, written, stored }) => [path, written, stored])).toEqual([
    ['spec.template.spec.domain.memory.guest', 1073741824, '1073741824'],
    ['spec.template.spec.domain.resources.limits.memory', '0.5Gi', '512Mi'],
  ]);
});

test.each(['1Gi', 'lots', null, ['1024Mi'], { a: '1024Mi' }, true])('%j stays as it is', (guest) => {
  const object = vm(guest);

  expect(withStoredQuantities(object)).toBe(object);
});

test('a kind that no controller writes back stays as it is', () => {
  const object = {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind: 'VirtualMachineInstancetype',
    metadata: { name: 'small' },
    spec: { memory: { guest: '1024Mi' } },
  };

  expect(withStoredQuantities(object)).toBe(object);
});
