import { Testing } from 'cdk8s';
import { HyperConverged, KubeVirt, MachineDeployment, Platform, VirtualMachine } from '../../src/index';

const plant = () => new Platform(Testing.app(), 'plant', { target: { hco: '1.18', machineController: '1.66' } });

const told = (platform: Platform) => platform.node.findAll().flatMap((each) => each.node.validate());

const MISSPELT: readonly (readonly [string, (platform: Platform) => unknown, string])[] = [
  [
    'in a map by architecture',
    (on) => new KubeVirt(on, 'kv', { architectureConfiguration: { arm64: { machineTyp: 'virt' } } } as never),
    'machineType',
  ],
  [
    'in a map by name',
    (on) => new KubeVirt(on, 'kv', { network: { binding: { passt: { sidecarImge: 'x' } } } } as never),
    'sidecarImage',
  ],
  [
    'in a golden image',
    (on) => new HyperConverged(on, 'hc', { goldenImages: [{ name: 'x', registy: { url: 'x' } }] } as never),
    'registry',
  ],
  [
    'in an item of a list',
    (on) =>
      new VirtualMachine(on, 'web', {
        memory: '1Gi',
        networks: [{ name: 'default', pod: {}, ports: [{ prot: 80 }] }],
      } as never),
    'port',
  ],
  [
    'in a choice of nodes',
    (on) => new VirtualMachine(on, 'web', { memory: '1Gi', placement: { hard: [{ zons: ['a'] }] } } as never),
    'zones',
  ],
  [
    'in a part of a pool',
    (on) => new MachineDeployment(on, 'pool', { kubelet: '1.33.1', location: { zoen: 'a' } } as never),
    'zone',
  ],
];

test.each(MISSPELT)('a key that is misspelt %s is told with what was meant, and left out', (_where, make, meant) => {
  const platform = plant();
  make(platform);
  const all = told(platform);
  expect(all.filter((each) => each.includes('PV031'))).toHaveLength(1);
  expect(all.join('\n')).toContain(`did you mean "${meant}"?`);
  expect(all.join('\n')).not.toContain('PV040');
});

test('a name that is no text is told once', () => {
  const platform = plant();
  new VirtualMachine(platform, 'web', { name: 5, memory: '1Gi' } as never);
  expect(told(platform).filter((each) => /PV0(02|32)/.test(each))).toHaveLength(1);
});
