/** The lines of a pool of machines; the last ones are given. */
function machines(...lines: readonly string[]): string {
  return `  target: { kubevirt: "1.9", machineController: "1.66.2" }
  machines:
  - name: workers
    infraNamespace: cluster-a
    kubelet: "1.34.1"
    cpus: "2"
    memory: 4Gi
    primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
${lines.map((line) => `    ${line}\n`).join('')}`;
}

/** The lines of a VM; the last ones are given. */
function vm(...lines: readonly string[]): string {
  return vms(['architecture: amd64', ...lines]);
}

function vms(...all: readonly (readonly string[])[]): string {
  const texts = all.map(
    (lines, i) => `  - name: ${['web', 'db'][i]}
    memory: 1Gi
${lines.map((line) => `    ${line}\n`).join('')}`,
  );
  return `  target: { kubevirt: "1.9" }\n  virtualMachines:\n${texts.join('')}`;
}

const OS = "disks: [{ name: os, containerDisk: { image: 'quay.io/containerdisks/fedora:42' } }]";

/** The line of a KubeVirt resource with gates. */
function gates(lists: string, kubevirt = '1.9'): string {
  return `  target: { kubevirt: "${kubevirt}" }\n  kubevirt:\n    ${lists} # here\n`;
}

/** The lines of a golden image; the last ones are given. */
function image(...lines: readonly string[]): string {
  return `  target: { hco: "1.18" }
  hyperConverged: { enableMultiArchBootImageImport: true }
  goldenImages:
  - name: corp
    registry: { url: "docker://registry.example.com/corp:1" }
${lines.map((line) => `    ${line}\n`).join('')}`;
}

function nodesOf(code: string): string {
  return `  nodes: { from: ${code}-nodes.yaml }\n`;
}

/** Files that platforms name: nodes as a cluster exports them. */
export const FILES: Readonly<Record<string, string>> = {
  'PV307-nodes.yaml': node('ppc64le', "node-role.kubernetes.io/worker: ''"),
  'PV450-nodes.yaml': node('amd64', 'kubevirt.io/schedulable: "true"', 'devices.kubevirt.io/kvm: "1000"'),
  'PV515-nodes.yaml': node('amd64', 'kubernetes.io/hostname: n1'),
};

function node(architecture: string, label: string, allocatable = ''): string {
  return `apiVersion: v1
kind: Node
metadata: { name: n1, labels: { kubernetes.io/arch: ${architecture}, ${label} } }
status: { nodeInfo: { architecture: ${architecture} }, allocatable: { ${allocatable} } }
`;
}

/**
 * Specs of platforms for codes whose example is a manifest, or none that can be read: findings are on the lines with a mark.
 *
 * What the reader of the file rejects is in some of them too: a program can say it.
 */
export const PLATFORMS: Readonly<Record<string, string>> = {
  PV005: vm('cpu: { cores: .nan } # here'),
  PV036: vms([
    'architecture: arm64',
    'watchdog: reset',
    "annotations: { polyvirt.io/allow: 'PV105 until 2026-01-31: the pool is ordered' } # here",
  ]),
  PV037: vm("annotations: { polyvirt.io/allow: 'PV105 until 2199-01-31: the pool is ordered' } # here"),
  PV038: vm("annotations: { polyvirt.io/allow: 'PV105, for a while' } # here"),
  PV041: vm("cpu: { cores: '4' } # here"),
  PV042: image('size: 1 Gi # here'),
  PV044: vm(
    'placement:',
    '  spread:',
    '  - { type: hard, labels: { app: web } }',
    '  - { type: hard, labels: { app: web }, maxSkew: 2 } # here',
  ),
  PV101: vms(['architecture: x86_64 # here']),
  PV105: vms(['architecture: arm64', 'watchdog: reset # here']),
  PV108:
    "  kubevirt:\n    architectureConfiguration:\n      amd64: { machineType: q35, emulatedMachines: ['pc-*'] } # here\n",
  PV109: vms(['architecture: s390x', 'tpm: persistent # here']),
  PV111: vm('instancetype: { name: u1.medium }', 'cpu: { cores: 2 } # here').replace(
    'memory: 1Gi',
    'memory: 1Gi # here',
  ),
  PV112: vm('instancetype: { name: shop.medium } # here').replace(/ +memory: 1Gi\n/, ''),
  PV113: vms(
    [
      'architecture: amd64',
      "disks: [{ name: os, containerDisk: { image: 'example.com/os@sha256:0123456789abcdef' } }] # here",
    ],
    [
      'architecture: arm64',
      "disks: [{ name: os, containerDisk: { image: 'example.com/os@sha256:0123456789abcdef' } }]",
    ],
  ),
  PV201: gates('featureGates: [MultiArchitecture]'),
  PV202: gates('featureGates: [Hostdisk]'),
  PV203: gates('featureGates: [HotplugVolumes]'),
  PV204: gates('featureGates: [Macvtap]'),
  PV205: gates('featureGates: [ConfigurableHypervisor]', '1.7'),
  PV206: gates('disabledFeatureGates: [VMExport]'),
  PV207: gates('{ featureGates: [Snapshot], disabledFeatureGates: [Snapshot] }'),
  PV208: `${vm('disks: [{ name: data, hostDisk: { path: /data/disk.img, type: Disk } }] # here')}  kubevirt: {}\n`,
  PV212: '  target: { hco: "1.18" }\n  hyperConverged:\n    featureGates: [HostDisk] # here\n',
  PV302: image('size: 20Gi').replace('- name: corp', '- name: corp # here'),
  PV008:
    '  target: { hco: "1.18" }\n  hyperConverged:\n    certConfig:\n      server: { duration: 72h, renewBefore: 12h } # here\n',
  PV304: image('size: 20Gi', 'annotations: { ssp.kubevirt.io/dict.architectures: "amd64, arm64" } # here'),
  PV311: '  target: { hco: "1.19" }\n  hyperConverged:\n    featureGates: [enableMultiArchBootImageImport] # here\n',
  PV315: image('size: 20Gi', 'architectures: [amd64]', 'schedule: daily # here'),
  PV316: `${image('size: 20Gi', 'architectures: [amd64, arm64]')}  nodes: [{ pool: intel, architecture: amd64 }, { pool: ampere, architecture: arm64 }]
  virtualMachines:
  - name: web
    architecture: amd64
    memory: 1Gi
    disks: [{ name: os, dataVolumeTemplate: { source: { goldenImage: { name: corp, architecture: arm64 } } } }] # here
`,
  PV307: nodesOf('PV307').concat('  target: { hco: "1.18" }\n  hyperConverged: {} # here\n'),
  PV317: `  target: { hco: "1.18" }
  nodes:
  - { pool: masters, architecture: amd64, role: control-plane, count: 3 }
  - { pool: ampere, architecture: arm64, count: 4 }
  hyperConverged: { enableMultiArchBootImageImport: true }
  virtualMachines:
  - name: web
    architecture: arm64
    memory: 1Gi
    disks: [{ name: os, dataVolumeTemplate: { source: { sourceRef: { name: fedora, namespace: kubevirt-os-images } } } }] # here
`,
  PV450: nodesOf('PV450').concat(vm('networks: [{ name: default, pod: {}, binding: masquerade }] # here')),
  PV515: machines('placement: { spread: [{ type: hard, topologyKey: topology.kubernetes.io/zone }] } # here').concat(
    nodesOf('PV515'),
  ),
  PV516: vm('nodeSelector: { "a b": c } # here'),
  PV517: vm('networks: [{ name: default, pod: {}, binding: bridge }]', 'evictionStrategy: LiveMigrate # here'),
  PV603: machines().replace('memory: 4Gi', 'memory: 4GB # here'),
  PV604: machines().replace('name: workers', 'name: pool-1.34 # here'),
  PV605: machines().concat(
    '    namespace: north\n    clusterName: north\n',
    machines().split('\n').slice(2).join('\n').replace('name: workers', 'name: workers # here'),
    '    namespace: south\n    clusterName: south\n',
  ),
  PV610: machines('location: { zone: eu-1a } # here'),
  PV611: machines(
    'evictionStrategy: LiveMigrate # here',
    'placement: { hard: [{ key: kubernetes.io/hostname, values: [metal-1] }] }',
  ),
  PV724: vm(OS, 'preference: { inferFromVolume: os } # here'),
  PV801: vms(['architecture: amd64', OS], ['architecture: amd64', OS]).replace('name: db', 'name: web # here'),
  PV804: vms(
    ['architecture: amd64', "networks: [{ name: default, pod: {}, binding: bridge, macAddress: '02:00:00:00:00:01' }]"],
    [
      'architecture: amd64',
      "networks: [{ name: default, pod: {}, binding: bridge, macAddress: '02:00:00:00:00:01' }] # here",
    ],
  ),
  PV805: vm('disks: [{ name: os, dataVolume: { name: web-os } }] # here'),
};
