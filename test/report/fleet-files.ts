import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, writeFiles } from '../app-folder';

/** A folder of its own with these files and nothing else. */
export function folderOf(files: Record<string, string>): string {
  const folder = join(appFolder(), 'own');
  mkdirSync(folder);
  writeFiles(folder, files);
  return folder;
}

/**
 * The files of a fleet, by their paths: clusters with three zones, two architectures, three releases and VMs of every kind of fate.
 * Nothing in them is random.
 */
export function fleetFiles(clusters: number, vms: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = 0; i < clusters; i++) {
    const name = `site-${String(i).padStart(3, '0')}`;
    files[i === 0 ? 'polyvirt.yaml' : `clusters/${name}.yaml`] = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: ${i % 3 === 2 ? '{ hco: "1.17" }' : `{ kubevirt: "${['1.8', '1.9'][i % 3]}" }`}
  nodes:
  - { pool: control, architecture: amd64, count: 3, role: control-plane }
  - { pool: intel, architecture: amd64, count: 3, zones: [a, b, c], cpu: 64, memory: 256Gi }
  - { pool: ampere, architecture: arm64, count: 2, zones: [a, b], cpu: 64, memory: 256Gi }
${i % 3 === 2 ? '  hyperConverged: {}' : `  kubevirt: { defaultArchitecture: amd64, featureGates: [${['HostDisk', 'Sidecar'][i % 2]}] }`}
  virtualMachines:
${Array.from({ length: vms }, (_, j) => vm(i, j)).join('')}`;
  }
  return files;
}

const PURPOSES = ['web', 'db', 'cache', 'till', 'camera'];

function vm(cluster: number, number: number): string {
  const isArm = number % 3 === 1;
  const zone = ['a', 'b', 'c'][(cluster + number) % 3];
  // Zone c has no arm64 node: these never start.
  const placement =
    number % 4 === 1 ? `\n    placement: { hard: [{ key: topology.kubernetes.io/zone, values: [${zone}] }] }` : '';
  return `  - name: ${PURPOSES[number % 5]}-${number}
    namespace: shop
    architecture: ${isArm ? 'arm64' : 'amd64'}
    cpu: { cores: ${1 + (number % 4)} }
    memory: ${1 + (number % 7)}Gi
    disks: [{ name: os, containerDisk: { image: quay.io/containerdisks/fedora:42 } }]${placement}
`;
}
