import { dataVolumeTemplates as rule } from '../../../src/rules/admission/data-volume-templates';
import { ODD, refusals } from './refusals';

const PATH = '^dataVolumeTemplates[os]';
const VOLUMES = [{ name: 'os', dataVolume: { name: 'os' } }];
const GOOD = { source: { blank: {} }, storage: {} };

function ask(template: unknown, volumes: unknown = VOLUMES, kubevirt = '1.9', namespace = 'shop'): string[] {
  return refusals(rule, { volumes }, { vmSpec: { dataVolumeTemplates: [template] }, kubevirt, namespace });
}

test.each<[object, readonly string[]]>([
  [GOOD, []],
  [{ pvc: {}, source: { blank: {} } }, []],
  [{ storage: {}, sourceRef: { kind: 'DataSource', name: 'x' } }, []],
  [{ storage: { dataSource: { name: 'x' } } }, []],
  [{ storage: { dataSourceRef: { name: 'x' } }, source: null }, []],
  [{ source: { blank: {} } }, [`PV004 ${PATH}.spec`]],
  [{ ...GOOD, pvc: {} }, [`PV802 ${PATH}.spec`]],
  [{ storage: {} }, [`PV004 ${PATH}.spec`]],
  [{ ...GOOD, storage: { dataSource: { name: 'x' } } }, [`PV802 ${PATH}.spec`]],
  [{ storage: {}, source: {} }, [`PV004 ${PATH}.spec.source`]],
  [{ storage: {}, source: { blank: {}, upload: {} } }, [`PV802 ${PATH}.spec.source`]],
])('a template of %j is rejected for %j', (spec, refused) => {
  expect(ask({ metadata: { name: 'os' }, spec })).toEqual(refused);
  expect(ask({ metadata: { name: 'os' }, spec }, VOLUMES, '1.4.1')).toEqual([]);
});

test('a template has a name, is used by a volume, and is in the namespace of the VirtualMachine', () => {
  expect(ask({ spec: GOOD })).toEqual(['PV004 ^dataVolumeTemplates[0].metadata.name']);
  expect(ask({ metadata: { name: 'os' }, spec: GOOD }, [])).toEqual([`PV004 ${PATH}`]);
  const claimed = [{ name: 'os', persistentVolumeClaim: { claimName: 'os' } }];
  expect(ask({ metadata: { name: 'os' }, spec: GOOD }, claimed)).toEqual([]);
  expect(ask({ metadata: { name: 'os', namespace: 'shop' }, spec: GOOD })).toEqual([]);
  expect(ask({ metadata: { name: 'os', namespace: 'other' }, spec: GOOD })).toEqual([
    `PV003 ${PATH}.metadata.namespace`,
  ]);
});

test('of a VirtualMachine without a namespace nobody knows where its template is', () => {
  const vm = { dataVolumeTemplates: [{ metadata: { name: 'os', namespace: 'other' }, spec: GOOD }] };
  expect(refusals(rule, { volumes: VOLUMES }, { vmSpec: vm })).toEqual([]);
});

test.each(ODD.map((odd) => [odd]))('%j does not make it throw', (odd) => {
  for (const template of [odd, { metadata: odd }, { metadata: { name: 'os' }, spec: odd }]) {
    expect(() => ask(template)).not.toThrow();
    expect(() => ask(template, odd)).not.toThrow();
  }
  expect(() => refusals(rule, {}, { vmSpec: { dataVolumeTemplates: odd } })).not.toThrow();
});
