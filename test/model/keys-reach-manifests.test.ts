import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, ROOT } from '../app-folder';
import { polyvirt } from '../run-cli';

type Json = Readonly<Record<string, unknown>>;

const BASE: Json = {
  name: 'web',
  namespace: 'shop',
  memory: '2Gi',
  disks: [{ containerDisk: { image: 'quay.io/x/y:1' }, name: 'os' }],
};

/** A value for each key of a VM that differs from what is written without it; a new key needs one. */
const SAMPLES: Readonly<Record<string, Json>> = {
  name: { name: 'other' },
  namespace: { namespace: 'other' },
  labels: { labels: { tier: 'front' } },
  annotations: { annotations: { 'example.org/a': 'b' } },
  architecture: { architecture: 'arm64' },
  hypervisor: { hypervisor: 'qemu-mshv' },
  'cpu.sockets': { cpu: { sockets: 3 } },
  'cpu.cores': { cpu: { cores: 3 } },
  'cpu.threads': { cpu: { threads: 2 } },
  'cpu.maxSockets': { cpu: { maxSockets: 9 } },
  'cpu.model': { cpu: { model: 'Haswell' } },
  'cpu.dedicatedCpuPlacement': { cpu: { dedicatedCpuPlacement: true } },
  memory: { memory: '3Gi' },
  hugepages: { hugepages: '2Mi' },
  machineType: { machineType: 'pc-q35-rhel9.4.0' },
  'firmware.uuid': { firmware: { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223' } },
  'firmware.serial': { firmware: { serial: 'ours' } },
  'firmware.bootloader': { firmware: { bootloader: 'efi' } },
  disks: { disks: [{ containerDisk: { image: 'quay.io/x/z:1' }, name: 'os' }] },
  networks: { networks: [{ name: 'lan', multus: { networkName: 'shop/lan' }, binding: 'bridge' }] },
  'cloudInit.type': { cloudInit: { type: 'configDrive', userData: '#cloud-config' } },
  'cloudInit.userData': { cloudInit: { type: 'noCloud', userData: '#cloud-config' } },
  'cloudInit.userDataSecret': { cloudInit: { type: 'noCloud', userDataSecret: 'users' } },
  'cloudInit.networkData': { cloudInit: { type: 'noCloud', userData: '#cloud-config', networkData: 'version: 2' } },
  'cloudInit.networkDataSecret': {
    cloudInit: { type: 'noCloud', userData: '#cloud-config', networkDataSecret: 'network' },
  },
  watchdog: { watchdog: 'reset' },
  tpm: { tpm: 'transient' },
  hostname: { hostname: 'front' },
  nodeSelector: { nodeSelector: { disk: 'ssd' } },
  tolerations: { tolerations: [{ key: 'gpu', operator: 'Exists' }] },
  'placement.hard': { placement: { hard: [{ zones: ['a'] }] } },
  'placement.soft': { placement: { soft: [{ zones: ['a'] }] } },
  'placement.avoid': { placement: { avoid: [{ type: 'hard', zones: ['a'] }] } },
  'placement.together': { placement: { together: [{ type: 'hard', labels: { a: 'b' } }] } },
  'placement.apart': { placement: { apart: [{ type: 'hard', labels: { a: 'b' } }] } },
  'placement.spread': {
    placement: { spread: [{ type: 'hard', topologyKey: 'kubernetes.io/hostname', labels: { a: 'b' } }] },
  },
  'placement.tolerations': { placement: { tolerations: [{ key: 'gpu', operator: 'Exists' }] } },
  priorityClassName: { priorityClassName: 'high' },
  evictionStrategy: { evictionStrategy: 'None' },
  terminationGracePeriodSeconds: { terminationGracePeriodSeconds: 7 },
  runStrategy: { runStrategy: 'Halted' },
  'instancetype.name': { memory: undefined, instancetype: { name: 'u1.small' } },
  'instancetype.kind': { memory: undefined, instancetype: { name: 'u1.small', kind: 'VirtualMachineInstancetype' } },
  'preference.name': { preference: { name: 'fedora' } },
  'preference.kind': { preference: { name: 'fedora', kind: 'VirtualMachinePreference' } },
  'template.labels': { template: { labels: { tier: 'front' } } },
  'template.annotations': { template: { annotations: { 'example.org/a': 'b' } } },
  replicas: { replicas: 2 },
  perArchitecture: { perArchitecture: ['amd64', 'arm64'] },
};

const SCHEMA = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/platform.schema.json'), 'utf8'));

/** The keys of a VM and those of a map in it, as `cpu.cores`. */
function keysOf(schema: Json): string[] {
  const { properties = {} } = schema as { properties?: Record<string, Json> };
  return Object.entries(properties).flatMap(([key, value]) =>
    'properties' in value ? Object.keys(value.properties as object).map((inner) => `${key}.${inner}`) : [key],
  );
}

async function written(vm: Json): Promise<string> {
  const platform = {
    apiVersion: 'polyvirt.io/v1',
    kind: 'Platform',
    metadata: { name: 'edge' },
    spec: {
      target: { kubevirt: '1.9' },
      kubevirt: { defaultArchitecture: 'amd64' },
      virtualMachines: [{ ...BASE, ...vm }],
    },
  };
  const folder = appFolder({ 'polyvirt.yaml': JSON.stringify(platform) });
  const { stdout, stderr } = await polyvirt(folder, ['synth', 'polyvirt.yaml', '--stdout']);
  return stdout === '' ? `nothing: ${stderr}` : stdout;
}

const KEYS = keysOf(SCHEMA.properties.spec.properties.virtualMachines.items);

test('there is a sample for every key of a VM', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual([...KEYS].sort());
});

test.each(Object.entries(SAMPLES))('%s is in the manifests', async (key, sample) => {
  const [first, second] = key.split('.') as [string, string?];
  const without =
    second === undefined || !(first in sample)
      ? {}
      : {
          ...sample,
          [first]: Object.fromEntries(Object.entries(sample[first] as Json).filter(([name]) => name !== second)),
        };
  const before = await written(without);
  const after = await written(sample);
  expect(after).not.toMatch(/^nothing/);
  expect(after).not.toBe(before);
});
