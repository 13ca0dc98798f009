import { apiArchitecture, type CheckContext } from '../../src/cluster/cluster-view';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import type { ClusterNode } from '../../src/target/node';
import { exportedNode } from '../node';
import { kubevirtObject, vmObject } from '../objects';

const node = (name: string, architecture: string, role?: string) =>
  exportedNode(name, architecture, role === undefined ? {} : { [`node-role.kubernetes.io/${role}`]: '' });
const kubevirt = (spec: object = {}, status: object = {}): KubeObject => kubevirtObject(spec, { status });
const placed = (architecture: string) =>
  kubevirt({ infra: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': architecture } } } });
const MIXED = [node('a', 'amd64', 'control-plane'), node('b', 'arm64')];

test.each<
  [what: string, kubevirt: KubeObject | undefined, nodes: readonly ClusterNode[] | undefined, found: string | undefined]
>([
  ['nothing', undefined, undefined, undefined],
  ['the control plane', kubevirt(), MIXED, 'amd64'],
  ['a control plane of two', kubevirt(), [...MIXED, node('c', 'arm64', 'control-plane')], undefined],
  ['where it is placed', placed('arm64'), MIXED, 'arm64'],
  ['where it is placed, on nodes that were not shown', placed('arm64'), undefined, 'arm64'],
  ['what the operator wrote down', kubevirt({}, { defaultArchitecture: 'amd64' }), undefined, 'amd64'],
  ['a placement that leaves it open', kubevirt({ infra: { nodePlacement: {} } }), undefined, undefined],
  ['nodes without a control plane', kubevirt({}, { defaultArchitecture: 's390x' }), [node('b', 'arm64')], 's390x'],
])('virt-api by %s', (_what, object, nodes, found) => {
  expect(apiArchitecture([object], nodes)).toBe(found);
});

const vm = (architecture: string): KubeObject =>
  vmObject({ architecture, domain: { devices: {}, memory: { guest: '1Gi' } } }, { metadata: { name: architecture } });
const found = (release: string, gates: string[], context: Partial<CheckContext>) =>
  checkObjects([vm('arm64'), vm('amd64')], {
    target: { kubevirt: release },
    existing: [
      kubevirt(
        { configuration: { developerConfiguration: { featureGates: gates } } },
        { defaultArchitecture: 'amd64' },
      ),
    ],
    ...context,
  })
    .filter(({ code }) => code === 'PV208')
    .map(({ severity, object }) => `${severity} ${object?.name}`);

test('up to 1.7 virt-api rejects other architectures than its own, unless MultiArchitecture is on', () => {
  expect(found('1.7', [], {})).toEqual(['error arm64']);
  expect(found('1.6.6', [], { nodes: MIXED })).toEqual(['error arm64']);
  expect(found('1.7', ['MultiArchitecture'], {})).toEqual([]);
  expect(found('1.8', [], {})).toEqual([]);
  const both = [...MIXED, node('c', 'arm64', 'control-plane')];
  expect(found('1.7', [], { nodes: both })).toEqual(['warning arm64', 'warning amd64']);
});

test('machine types of a KubeVirt that runs count for VMs that name none', () => {
  const codes = (architecture: string, release: string, configured: object) =>
    checkObjects([vm(architecture)], {
      target: { kubevirt: release },
      existing: [kubevirt({ configuration: { architectureConfiguration: { [architecture]: configured } } })],
    })
      .filter(({ code }) => code === 'PV105')
      .map(({ path }) => path);
  expect(codes('amd64', '1.9', { emulatedMachines: ['pc-q35*'] })).toEqual(['spec.template.spec.domain.machine.type']);
  expect(codes('amd64', '1.9', { emulatedMachines: ['pc-q35*'], machineType: 'pc-q35-rhel9.6' })).toEqual([]);
  // 1.6 has no configuration of s390x.
  expect(codes('s390x', '1.7', { emulatedMachines: ['other'] })).toEqual(['spec.template.spec.domain.machine.type']);
  expect(codes('s390x', '1.6', { emulatedMachines: ['other'] })).toEqual([]);
});

test('a preference counts with the fields that the release has', () => {
  const preference: KubeObject = {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind: 'VirtualMachineClusterPreference',
    metadata: { name: 'arm' },
    spec: { requirements: { architecture: 'arm64' }, preferredArchitecture: 'arm64' },
  };
  const vmObject = vm('amd64');
  const named = { ...vmObject, spec: { ...(vmObject.spec as object), preference: { name: 'arm' } } };
  const codes = (release: string) =>
    checkObjects([named], { target: { kubevirt: release }, existing: [preference] }).map(({ code }) => code);
  expect(codes('1.7')).toContain('PV111');
  expect(codes('1.6')).not.toContain('PV111');
});
