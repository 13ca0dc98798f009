import { ClusterView } from '../../src/cluster/cluster-view';
import type { KubeObject } from '../../src/kube/object';
import { RULES } from '../../src/rules/all';
import { AT_ONCE, LATE } from '../../src/rules/report';
import type { Rule, RuleVisitors, Said } from '../../src/rules/rule';
import { structure } from '../../src/rules/schema/structure';
import { PV005 } from '../../src/rules/values/PV005';
import { Walk, type Which } from '../../src/rules/walk';
import { vmObject } from '../objects';

const VM: KubeObject = vmObject(
  {
    domain: { devices: { disks: [{ name: 'os' }], interfaces: [{ name: 'default' }] } },
    volumes: [{ name: 'os', dataVolume: { name: 'os' } }, { name: 'bare' }],
    networks: [{ name: 'default', pod: {} }],
  },
  { template: { metadata: {} }, dataVolumeTemplates: [{ metadata: { name: 'os' }, spec: {} }] },
);

const SAID: Said = { code: 'PV003', path: 'key', what: 'it is wrong', fix: 'correct it' };

function walk(...rules: Rule[]): Walk {
  return new Walk(rules, new ClusterView([], { target: { kubevirt: '1.9' } }));
}

function pathsOf(visitors: RuleVisitors, object = VM, which: Which = 'all') {
  return walk(() => visitors)
    .visit(object, which)
    .map(({ path }) => path);
}

const always = () => [SAID];

test.each<[keyof RuleVisitors, string[]]>([
  ['object', ['key']],
  ['kubevirt', []],
  ['hyperConverged', []],
  ['machineDeployment', []],
  ['vm', ['spec.key']],
  ['dataVolumeTemplate', ['spec.dataVolumeTemplates[os].key']],
  ['template', ['spec.template.key']],
  ['instance', ['spec.template.spec.key']],
  ['disk', ['spec.template.spec.domain.devices.disks[os].key', 'spec.template.spec.volumes[bare].key']],
  ['volume', ['spec.template.spec.volumes[os].key', 'spec.template.spec.volumes[bare].key']],
  ['interface', ['spec.template.spec.domain.devices.interfaces[default].key']],
  ['network', ['spec.template.spec.networks[default].key']],
  ['leaveInstance', ['spec.template.spec.key']],
])('the path of what is said of a VirtualMachine by %s is below the part', (part, paths) => {
  expect(pathsOf({ [part]: always })).toEqual(paths);
  expect(pathsOf({ member: { [part]: always } })).toEqual(paths);
});

test.each<[part: keyof RuleVisitors, apiVersion: string, kind: string]>([
  ['kubevirt', 'kubevirt.io/v1', 'KubeVirt'],
  ['hyperConverged', 'hco.kubevirt.io/v1beta1', 'HyperConverged'],
  ['machineDeployment', 'cluster.k8s.io/v1alpha1', 'MachineDeployment'],
])('%s visits %s %s', (part, apiVersion, kind) => {
  const spec = { template: { spec: { providerSpec: { value: { cloudProvider: 'kubevirt' } } } } };
  expect(pathsOf({ [part]: always }, { apiVersion, kind, metadata: { name: 'x' }, spec })).toEqual(['key']);
});

test('what is said of an item itself, of the object itself and of an item of an item has the path of that', () => {
  const said = (path?: string): Said[] => {
    const { path: _, ...rest } = SAID;
    return [path === undefined ? rest : { ...rest, path }];
  };
  expect(pathsOf({ volume: () => said('') }).at(-1)).toBe('spec.template.spec.volumes[bare]');
  expect(pathsOf({ object: () => said() })).toEqual([undefined]);
  expect(pathsOf({ vm: () => said('["a b"]') })).toEqual(['spec["a b"]']);
});

test.each<[Which, string[]]>([
  ['shared', ['shared']],
  ['member', ['own']],
  ['all', ['shared', 'own']],
])('of VMs that are alike, %s calls %j', (which, called) => {
  const visitors = {
    object: () => [{ ...SAID, path: 'shared' }],
    member: { object: () => [{ ...SAID, path: 'own' }] },
  };
  expect(pathsOf(visitors, VM, which)).toEqual(called);
});

test('a finding is an error about the object, which virt-api rejects, unless it says otherwise', () => {
  const other = { apiVersion: 'v1', kind: 'Secret', name: 'x' };
  const found = walk(() => ({
    object: () => [SAID, { ...SAID, isLate: true }, { ...SAID, severity: 'info', why: 'it is odd', object: other }],
  })).visit(VM);
  const object = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', namespace: 'shop', name: 'web' };
  expect(found).toEqual([
    { ...SAID, severity: 'error', object, why: AT_ONCE },
    { ...SAID, severity: 'error', object, why: LATE },
    { ...SAID, severity: 'info', object: other, why: 'it is odd' },
  ]);
});

test('whoever visits an instance last knows what is wrong with its parts', () => {
  const seen: string[][] = [];
  walk(() => ({
    disk: () => [{ ...SAID, code: 'PV002' }],
    volume: () => [{ ...SAID, severity: 'warning' }],
    leaveInstance: (_instance, errors) => {
      seen.push([...errors]);
      return [];
    },
  })).visit(VM);
  expect(seen).toEqual([['PV002']]);
});

test('what follows from all objects is said at the end', () => {
  const all = walk(() => {
    let count = 0;
    return {
      object: () => {
        count += 1;
        return [];
      },
      end: () => [{ ...SAID, severity: 'info', why: `there are ${count}` }],
    };
  });
  all.visit(VM);
  all.visit(VM);
  expect(all.end()).toMatchObject([{ why: 'there are 2' }]);
});

/** An object that throws when one of these of its keys is read. */
function unreadable<T extends object>(map: T, ...keys: string[]): T {
  return new Proxy(map, {
    get: (target, key) => {
      if (keys.includes(String(key))) {
        throw new Error(`${String(key)} was read`);
      }
      return Reflect.get(target, key);
    },
  });
}

test('what alike VMs differ in is read by the visitors of members only', () => {
  const metadata = unreadable({ name: 'web', namespace: 'shop', labels: unreadable({ app: 'web' }, 'app') }, 'name');
  const spec = {
    architecture: 'amd64',
    domain: {
      firmware: unreadable({ uuid: '6a1a24a1-4061-4607-8bf4-a3963d0c5895', serial: 'a' }, 'uuid', 'serial'),
      memory: { guest: '2Gi' },
      devices: {
        disks: [{ name: 'os', disk: { bus: 'virtio' } }],
        interfaces: [unreadable({ name: 'default', masquerade: {}, macAddress: '02:00:00:00:00:01' }, 'macAddress')],
      },
    },
    networks: [{ name: 'default', pod: {} }],
    volumes: [
      { name: 'os', dataVolume: unreadable({ name: 'web-os' }, 'name') },
      { name: 'init', cloudInitNoCloud: unreadable({ userData: 'a', networkData: 'b' }, 'userData', 'networkData') },
    ],
  };
  const dataVolumeTemplates = [
    {
      metadata: unreadable({ name: 'web-os' }, 'name'),
      spec: { source: { blank: {} }, storage: { resources: { requests: { storage: '1Gi' } } } },
    },
  ];
  const template = { metadata: { labels: unreadable({ 'kubevirt.io/domain': 'web' }, 'kubevirt.io/domain') }, spec };
  const vm = { ...VM, metadata, spec: { runStrategy: 'Always', dataVolumeTemplates, template } };
  // These look at every value, and only at its type.
  const others = RULES.filter((rule) => rule !== structure && rule !== PV005.rule);
  expect(() => walk(...others).visit(vm, 'shared')).not.toThrow();
  expect(() => walk(...others).visit(vm, 'member')).toThrow('was read');
});
