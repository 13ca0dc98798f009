import type { CheckContext } from '../../src/cluster/cluster-view';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { HypervisorDeclaration } from '../../src/hypervisors/declaration';
import type { KubeObject } from '../../src/kube/object';
import type { ClusterNode } from '../../src/target/node';
import { type NodePoolDeclaration, poolNodes } from '../../src/target/node-pool';
import { exportedNode } from '../node';
import { kubevirtObject, vmObject } from '../objects';

const KVM = { 'devices.kubevirt.io/kvm': '1k', 'devices.kubevirt.io/tun': '1k', 'devices.kubevirt.io/vhost-net': '1k' };

function node(name: string, allocatable: Record<string, string>, labels: Record<string, string> = {}): ClusterNode {
  return exportedNode(name, 'amd64', { 'kubevirt.io/schedulable': 'true', ...labels }, { allocatable });
}

function pool(more: Partial<NodePoolDeclaration> = {}): ClusterNode[] {
  return poolNodes({ pool: 'intel', architecture: 'amd64', ...more });
}

function vm(domain: object, more: object = {}): KubeObject {
  const spec = { architecture: 'amd64', domain: { memory: { guest: '1Gi' }, ...domain }, ...more };
  return vmObject(spec, { metadata: { name: 'web' } });
}

function gpus(...names: string[]): object {
  return { devices: { gpus: names.map((deviceName, i) => ({ name: `g${i}`, deviceName })) } };
}

function found(nodes: ClusterNode[], vmObject: KubeObject, ...existing: KubeObject[]) {
  return checkObjects([vmObject], { target: { kubevirt: '1.9' }, nodes, existing }).filter(
    ({ code }) => code === 'PV450',
  );
}

const AT = 'spec.template.spec.domain.devices.gpus[g0].deviceName';

test.each<{ what: string; nodes: ClusterNode[]; vmObject: KubeObject; paths: string[] }>([
  {
    what: 'a device that is there',
    nodes: [node('a', { ...KVM, 'x/gpu': '1' })],
    vmObject: vm(gpus('x/gpu')),
    paths: [],
  },
  {
    what: 'a device of another name',
    nodes: [node('a', { ...KVM, 'x/old': '1' })],
    vmObject: vm(gpus('x/gpu')),
    paths: [AT],
  },
  {
    what: 'two where a node has one',
    nodes: [node('a', { ...KVM, 'x/gpu': '1' })],
    vmObject: vm(gpus('x/gpu', 'x/gpu')),
    paths: [AT],
  },
  { what: 'none left', nodes: [node('a', { ...KVM, 'x/gpu': '0' })], vmObject: vm(gpus('x/gpu')), paths: [AT] },
  {
    what: 'a device on a node that is not selected',
    nodes: [node('a', { ...KVM, 'x/gpu': '1' }), node('b', KVM, { zone: 'z' })],
    vmObject: vm(gpus('x/gpu'), { nodeSelector: { zone: 'z' } }),
    paths: [AT],
  },
  {
    what: 'a node without KVM',
    nodes: [node('a', { 'devices.kubevirt.io/tun': '1k', 'devices.kubevirt.io/vhost-net': '1k' })],
    vmObject: vm({}),
    paths: ['spec.template.spec.domain'],
  },
  { what: 'a node that shows no devices', nodes: [node('a', { cpu: '8' })], vmObject: vm({}), paths: [] },
  { what: 'a node that shows nothing', nodes: [node('a', {})], vmObject: vm(gpus('x/gpu')), paths: [] },
  { what: 'a pool that names no devices', nodes: pool(), vmObject: vm(gpus('x/gpu')), paths: [] },
  {
    what: 'a pool that names others',
    nodes: pool({ devices: { 'x/old': 2 } }),
    vmObject: vm(gpus('x/gpu')),
    paths: [AT],
  },
  { what: 'a pool that names it', nodes: pool({ devices: { 'x/gpu': 2 } }), vmObject: vm(gpus('x/gpu')), paths: [] },
  {
    what: 'what the VM’s own resources name',
    nodes: [node('a', KVM)],
    vmObject: vm({ resources: { limits: { 'x/nic': 1 } } }),
    paths: ['spec.template.spec.domain.resources.limits["x/nic"]'],
  },
])('$what', ({ nodes, vmObject, paths }) => {
  expect(found(nodes, vmObject).map(({ path }) => path)).toEqual(paths);
});

test('nothing is said where nodes are not known', () => {
  const findings = checkObjects([vm(gpus('x/gpu'))], { target: { kubevirt: '1.9' } });
  expect(findings.filter(({ code }) => code === 'PV450')).toEqual([]);
});

test('a device that the KubeVirt to be applied will offer is a warning, unless somebody else should offer it', () => {
  const kubevirt = (more: object): KubeObject =>
    kubevirtObject({
      configuration: {
        permittedHostDevices: { pciHostDevices: [{ pciVendorSelector: '10DE:20B0', resourceName: 'x/gpu', ...more }] },
      },
    });
  const severity = (more: object) => found([node('a', KVM)], vm(gpus('x/gpu')), kubevirt(more))[0]?.severity;
  expect(severity({})).toBe('warning');
  expect(severity({ externalResourceProvider: true })).toBe('error');
});

describe('under a policy', () => {
  const OWN: HypervisorDeclaration = {
    name: 'acme',
    extends: 'cloud-hypervisor',
    realisation: 'pod-policy',
    image: 'registry.example/acme:1',
    properties: { device: 'acme.example/vmm', daemonOverhead: '1Mi', vmmOverhead: '1Mi' },
  };
  const LXC: HypervisorDeclaration = { ...OWN, name: 'light', extends: 'lxc', properties: { device: 'none' } };
  const vmObject = (hypervisor: string): KubeObject => {
    const { spec, ...rest } = vm({}) as KubeObject & { spec: { template: object } };
    const metadata = { labels: { 'polyvirt.io/hypervisor': hypervisor } };
    return { ...rest, spec: { ...spec, template: { ...spec.template, metadata } } } as KubeObject;
  };
  const IN_USE = {
    declared: [OWN, LXC],
    cluster: 'qemu-kvm',
    realisations: { acme: 'pod-policy', light: 'pod-policy' },
  } as const;
  const said = (
    nodes: ClusterNode[],
    hypervisor: string,
    hypervisorsInUse: CheckContext['hypervisorsInUse'] = IN_USE,
  ) =>
    checkObjects([vmObject(hypervisor)], { target: { kubevirt: '1.9' }, nodes, hypervisorsInUse: hypervisorsInUse! })
      .filter(({ code }) => code === 'PV450')
      .map(({ what }) => what);
  const { 'devices.kubevirt.io/kvm': _, ...NO_KVM } = KVM;
  const MISSING =
    'no amd64 node that the VM may go to has acme.example/vmm (acme runs the guest with it, by its policy)';

  test('VMs that differ in the label alone are not taken for the same', () => {
    const context = { target: { kubevirt: '1.9' }, nodes: [node('a', KVM)], hypervisorsInUse: IN_USE };
    const named = (name: string, object: KubeObject) => ({ ...object, metadata: { name } });
    const plain = named('plain', vm({}));
    const labelled = named('labelled', vmObject('acme'));
    for (const objects of [
      [plain, labelled],
      [labelled, plain],
    ]) {
      const told = checkObjects(objects, context).filter(({ code }) => code === 'PV450');
      expect(told.map(({ object }) => object?.name)).toEqual(['labelled']);
    }
  });

  test.each<{ what: string; nodes: ClusterNode[]; hypervisor: string; findings: string[] }>([
    {
      what: 'a device of its own',
      nodes: [node('a', { ...NO_KVM, 'acme.example/vmm': '9' })],
      hypervisor: 'acme',
      findings: [],
    },
    { what: 'no device of its own', nodes: [node('a', KVM)], hypervisor: 'acme', findings: [MISSING] },
    {
      what: 'none left of it',
      nodes: [node('a', { ...KVM, 'acme.example/vmm': '0' })],
      hypervisor: 'acme',
      findings: [MISSING],
    },
    { what: 'a pool without it', nodes: pool({ devices: { 'x/gpu': 1 } }), hypervisor: 'acme', findings: [MISSING] },
    {
      what: 'a pool that has none of it',
      nodes: pool({ devices: { 'acme.example/vmm': 0 } }),
      hypervisor: 'acme',
      findings: [MISSING],
    },
    { what: 'a pool that names no devices', nodes: pool(), hypervisor: 'acme', findings: [] },
    { what: 'no device at all', nodes: [node('a', NO_KVM)], hypervisor: 'light', findings: [] },
  ])('$what', ({ nodes, hypervisor, findings }) => {
    expect(said(nodes, hypervisor)).toEqual(findings);
  });

  test('a policy that nobody explains may have changed the device', () => {
    expect(said([node('a', NO_KVM)], 'other')).toEqual([]);
  });
});

describe('on Microsoft’s hypervisor', () => {
  const KUBEVIRT: KubeObject = kubevirtObject({
    configuration: {
      hypervisors: [{ name: 'hyperv-direct' }],
      developerConfiguration: { featureGates: ['ConfigurableHypervisor'] },
    },
  });
  const [MSHV, ONLY_KVM] = ['devices.kubevirt.io/mshv', 'devices.kubevirt.io/kvm'];

  test.each<{ what: string; nodes: ClusterNode[]; existing: KubeObject[]; count: number }>([
    { what: 'a pool that names others', nodes: pool({ devices: { 'x/gpu': 1 } }), existing: [KUBEVIRT], count: 1 },
    { what: 'a pool that names it', nodes: pool({ devices: { [MSHV]: 100 } }), existing: [KUBEVIRT], count: 0 },
    { what: 'a pool that matches nothing', nodes: pool(), existing: [KUBEVIRT], count: 0 },
    { what: 'a pool of it under KVM', nodes: pool({ devices: { [MSHV]: 100 } }), existing: [], count: 1 },
    { what: 'a pool of both', nodes: pool({ devices: { [MSHV]: 100, [ONLY_KVM]: 100 } }), existing: [], count: 0 },
    { what: 'an exported node of KVM', nodes: [node('a', KVM)], existing: [KUBEVIRT], count: 1 },
    {
      what: 'an exported node that shows no devices',
      nodes: [node('a', { cpu: '8' })],
      existing: [KUBEVIRT],
      count: 0,
    },
  ])('$what gives $count', ({ nodes, existing, count }) => {
    expect(found(nodes, vm({}), ...existing)).toHaveLength(count);
  });
});
