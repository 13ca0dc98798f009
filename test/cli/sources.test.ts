import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const NODE = `apiVersion: v1
kind: Node
metadata: { name: n1, labels: { kubernetes.io/arch: amd64 } }
status:
  nodeInfo: { architecture: amd64 }
  allocatable: { cpu: '8', memory: 32Gi, pods: '110', devices.kubevirt.io/kvm: 1k, devices.kubevirt.io/tun: 1k, devices.kubevirt.io/vhost-net: 1k }
`;

const HCO = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
spec: { featureGates: { downwardMetrics: true } }
`;

const VM = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop }
spec:
  runStrategy: Always
  template: { spec: { architecture: amd64, domain: { memory: { guest: 1Gi }, devices: {} } } }
`;

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { hco: '1.18' }
  namespace: shop
  nodes: [{ pool: a, architecture: amd64, count: 1, cpu: 8, memory: 32Gi }]
  hyperConverged: { featureGates: [downwardMetrics] }
  virtualMachines: [{ name: web, architecture: amd64, memory: 1Gi }]
`;

const PROGRAM = `import { App } from 'cdk8s';
import { HyperConverged, NodePool, Platform, VirtualMachine } from 'polyvirt';
const app = new App();
const edge = new Platform(app, 'edge', {
  target: { hco: '1.18' }, namespace: 'shop',
  nodes: [NodePool.of('a', { architecture: 'amd64', count: 1, cpu: 8, memory: '32Gi' })],
});
new HyperConverged(edge, 'hco', { featureGates: ['downwardMetrics'] });
new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '1Gi' });
app.synth();
`;

function sources(): string {
  const folder = appFolder({ 'main.ts': PROGRAM });
  writeFiles(folder, {
    'folder/polyvirt.yaml': PLATFORM,
    'file.yaml': PLATFORM,
    'manifests/all.yaml': [NODE, HCO, VM].join('---\n'),
  });
  return folder;
}

/** What one command can read, every command can read. */
const COMMANDS: readonly [args: string[], shows: RegExp][] = [
  [['place'], /web/],
  [['gates', '--enabled'], /DownwardMetrics/],
  [['images'], /arch/i],
  [['hypervisors'], /web/],
  [['explain', 'vm/shop/web'], /VirtualMachine web in shop/],
  [['upgrade', '--from', 'hco:1.17', '--to', 'hco:1.18'], /1\.18/],
];

const folder = sources();

describe.each(['folder', 'file.yaml', 'manifests', 'cdk8s.yaml'])('from %s', (source) => {
  test.each(COMMANDS)('%j reads it', async ([command = '', ...rest], shows) => {
    const args = command === 'explain' ? [command, rest[0]!, source] : [command, ...rest, source];
    const { code, stdout, stderr } = await polyvirt(folder, args);
    expect({ stderr, code }).toEqual({ stderr, code: command === 'upgrade' ? 10 : 0 });
    expect(stdout + stderr).toMatch(shows);
  });
});
