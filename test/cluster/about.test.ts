import { aboutCluster } from '../../src/cluster/about';
import { clusterOf } from '../../src/cluster/cluster';
import { hypervisorsInUse } from '../../src/model/hypervisors';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';

/** What is said of a platform. */
function about(platform: Omit<PlatformDeclaration, 'name'>): string {
  const { objects, context } = platformObjects({ name: 'edge', ...platform });
  const manifests = objects.map(({ object }) => object);
  return aboutCluster(clusterOf(manifests, { ...context, ...hypervisorsInUse(context) }), manifests);
}

const CONTROL = { pool: 'control', architecture: 'arm64', role: 'control-plane' } as const;
const INTEL = { pool: 'intel', architecture: 'amd64' } as const;
const AMPERE = { pool: 'ampere', architecture: 'arm64' } as const;

const CASES: readonly [Omit<PlatformDeclaration, 'name'>, string][] = [
  [{ target: { kubevirt: '1.6' } }, 'KubeVirt 1.6'],
  [
    { target: { kubevirt: '1.9' }, nodes: [INTEL, AMPERE, CONTROL], kubevirt: {} },
    'KubeVirt 1.9; control plane arm64, VMs on amd64 and arm64',
  ],
  [
    // Nodes where VMs may not run do not count, whichever resource keeps them away.
    { target: { kubevirt: '1.9' }, nodes: [INTEL, AMPERE], kubevirt: { workloads: { architecture: 'arm64' } } },
    'KubeVirt 1.9; VMs on arm64',
  ],
  [
    {
      target: { hco: '1.18' },
      nodes: [INTEL, AMPERE],
      hyperConverged: { workloads: { architectures: ['amd64'] } },
      goldenImages: [
        { name: 'corp', registry: { url: 'docker://registry.example/corp:1' }, size: '1Gi' },
        { name: 'fedora', disabled: true },
      ],
    },
    'HyperConverged 1.18, KubeVirt 1.8; VMs on amd64; 1 golden image',
  ],
  [
    {
      target: { hco: '1.18' },
      hyperConverged: { enableMultiArchBootImageImport: true },
      goldenImages: [
        { name: 'a', registry: { url: 'docker://registry.example/a:1' }, size: '1Gi' },
        { name: 'b', registry: { url: 'docker://registry.example/b:1' }, size: '1Gi' },
      ],
    },
    'HyperConverged 1.18, KubeVirt 1.8; 2 golden images, for each architecture',
  ],
  [
    {
      target: { kubevirt: '1.9', kubernetes: '1.36' },
      kubevirt: {},
      hypervisors: [
        {
          name: 'cloud-hypervisor',
          realisation: 'pod-policy',
          image: { all: `registry.example/ch@sha256:${'c'.repeat(64)}` },
          properties: { daemonOverhead: '1Mi', vmmOverhead: '1Mi' },
        },
      ],
      virtualMachines: [{ name: 'web', architecture: 'amd64', memory: '1Gi', hypervisor: 'cloud-hypervisor' }],
    },
    'KubeVirt 1.9; hypervisors cloud-hypervisor, qemu-kvm',
  ],
  [
    {
      target: { kubevirt: '1.9', machineController: '1.66' },
      supportByArch: { HostDisk: { arm64: 'Supported' } },
      machines: [{ name: 'workers', kubelet: '1.34.1', memory: '2Gi' }],
    },
    'KubeVirt 1.9, machine-controller 1.66; 1 machine pool; support by architecture of HostDisk',
  ],
];

test.each(CASES)('%j', (platform, said) => {
  expect(about(platform)).toBe(said);
});
