import { ARCHITECTURES } from '../../../src/architectures/facts';
import { checkObjects } from '../../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../../src/kube/object';
import { atLeast } from '../../../src/kube/release';
import { adaptTo } from '../../../src/model/adapt';
import type { PlatformContext } from '../../../src/model/context';
import type { DataVolumeSourceDeclaration } from '../../../src/model/data-volume-source';
import type { KubeVirtDeclaration } from '../../../src/model/kubevirt';
import { dataVolume } from '../../../src/model/manifests/data-volume';
import { kubeVirt } from '../../../src/model/manifests/kubevirt';
import { virtualMachine, virtualMachineInstance } from '../../../src/model/manifests/virtual-machine';
import type { VirtualMachineDeclaration } from '../../../src/model/virtual-machine';
import { KNOWN_RELEASES } from '../../../src/target/facts';
import { structuralErrors } from '../../crd-oracle';
import { testWhere } from '../../test-where';

const RELEASES = KNOWN_RELEASES.kubevirt!.releases;

const SOURCES: DataVolumeSourceDeclaration[] = [
  { registry: { url: 'docker://quay.io/x:1', pullMethod: 'node', secretRef: 's', certConfigMap: 'c' } },
  { http: { url: 'https://example.com/x', secretRef: 's', certConfigMap: 'c' } },
  { pvc: { name: 'a', namespace: 'b' } },
  { snapshot: { name: 'a', namespace: 'b' } },
  { blank: {} },
  { upload: {} },
  { sourceRef: { name: 'a' } },
];

/** Everything that a declaration can say, at once. */
const EVERYTHING: VirtualMachineDeclaration = {
  name: 'all',
  labels: { a: 'b' },
  annotations: { a: 'b' },
  cpu: { sockets: 2, cores: 2, threads: 2, maxSockets: 4, model: 'host-passthrough', dedicatedCpuPlacement: true },
  memory: '4Gi',
  hugepages: '2Mi',
  firmware: { bootloader: 'efi' },
  disks: [
    {
      name: 'c',
      containerDisk: { image: 'x', imagePullPolicy: 'Always', imagePullSecret: 's' },
      bootOrder: 1,
      bus: 'scsi',
      readonly: true,
      serial: 'S1',
      cache: 'none',
    },
    { name: 'd', dataVolume: { name: 'd' }, bus: 'scsi' },
    ...SOURCES.map((source, i) => ({
      name: `s${i}`,
      dataVolumeTemplate: {
        source,
        size: '1Gi',
        storageClass: 'x',
        accessModes: ['ReadWriteMany' as const],
        volumeMode: 'Block' as const,
      },
    })),
    { name: 'p', persistentVolumeClaim: { claimName: 'p' }, device: 'lun' },
    { name: 'e', ephemeral: { claimName: 'e' } },
    { name: 'y', emptyDisk: { capacity: '1Gi' } },
    { name: 'h', hostDisk: { path: '/x', type: 'DiskOrCreate', capacity: '1Gi' } },
    { name: 'm', configMap: { name: 'm' } },
    { name: 't', secret: { secretName: 't' } },
    { name: 'a', serviceAccount: { serviceAccountName: 'a' } },
    { name: 'r', containerDisk: { image: 'x' }, device: 'cdrom' },
  ],
  networks: [
    {
      name: 'default',
      pod: {},
      binding: 'masquerade',
      ports: [{ port: 80, protocol: 'TCP', name: 'http' }],
      model: 'virtio',
    },
    {
      name: 'b',
      multus: { networkName: 'x/y' },
      binding: 'bridge',
      macAddress: '02:00:00:00:00:01',
      bootOrder: 2,
    },
    { name: 's', multus: { networkName: 'z' }, binding: 'sriov' },
  ],
  cloudInit: { type: 'configDrive', userDataSecret: 'u', networkData: 'n' },
  watchdog: 'reset',
  tpm: 'persistent',
  hostname: 'all',
  nodeSelector: { a: 'b' },
  tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }],
  priorityClassName: 'p',
  evictionStrategy: 'LiveMigrateIfPossible',
  terminationGracePeriodSeconds: 60,
  runStrategy: 'RerunOnFailure',
  preference: { name: 'p' },
  template: { labels: { a: 'b' }, annotations: { a: 'b' } },
};

const INSTALLATION: KubeVirtDeclaration = {
  labels: { a: 'b' },
  annotations: { a: 'b' },
  defaultArchitecture: 'amd64',
  architectureConfiguration: {
    amd64: { ovmfPath: '/x', emulatedMachines: ['q35*'], machineType: 'q35' },
    arm64: { machineType: 'virt' },
  },
  featureGates: ['HostDisk'],
  infra: { architecture: 'amd64', nodeSelector: { a: 'b' }, tolerations: [{ operator: 'Exists' }], replicas: 2 },
  workloads: { architecture: 'arm64' },
  imagePullPolicy: 'IfNotPresent',
  evictionStrategy: 'LiveMigrate',
  workloadUpdateMethods: ['LiveMigrate', 'Evict'],
};

function everything(kubevirt: string): KubeObject[] {
  const installation: KubeVirtDeclaration = {
    ...INSTALLATION,
    ...(atLeast(kubevirt, '1.8') ? { disabledFeatureGates: ['Snapshot'] } : {}),
    architectureConfiguration: {
      ...INSTALLATION.architectureConfiguration,
      ...(atLeast(kubevirt, '1.7') ? { s390x: { machineType: 's390-ccw-virtio' } } : {}),
    },
  };
  const platform: PlatformContext = {
    name: 'p',
    target: { kubevirt, cdi: '1.66' },
    namespace: 'n',
    requested: [],
    kubevirt: installation,
  };
  const bootloaders = (['bios', 'efi', 'efi-secure-boot'] as const).map((bootloader) =>
    virtualMachine({ ...EVERYTHING, name: bootloader, architecture: 'amd64', firmware: { bootloader } }, platform),
  );
  return [
    kubeVirt(installation, platform),
    ...ARCHITECTURES.map((architecture) =>
      virtualMachine(adaptTo(architecture, EVERYTHING, platform).declaration, platform),
    ),
    ...bootloaders,
    virtualMachine(
      {
        name: 'i',
        instancetype: { name: 'u1', kind: 'VirtualMachineInstancetype' },
        cloudInit: { type: 'noCloud', userData: '#cloud-config', networkDataSecret: 's' },
        networks: [{ name: 'b', multus: { networkName: 'x/y', default: true }, binding: 'bridge' }],
      },
      platform,
    ),
    virtualMachineInstance(
      { name: 'v', memory: '1Gi', disks: EVERYTHING.disks!.filter((disk) => !('dataVolumeTemplate' in disk)) },
      platform,
    ),
    ...SOURCES.map((source, i) =>
      dataVolume(
        { name: `d${i}`, source, size: '1Gi', contentType: 'kubevirt', preallocation: true, bindImmediately: true },
        platform,
      ),
    ),
    dataVolume(
      { name: 'arch', source: { registry: { url: 'docker://x', architecture: 'arm64' } }, size: '1Gi' },
      platform,
    ),
  ];
}

const oracleTest = testWhere('crds');

oracleTest.each(RELEASES)('everything that can be declared is valid for the CRDs of KubeVirt %s', (kubevirt) => {
  // The CRDs are those of the first patch.
  const errors = everything(`${kubevirt}.0`).flatMap((object) =>
    structuralErrors(object, kubevirt).map((error) => `${object.kind} ${object.metadata.name}: ${error}`),
  );
  expect(errors).toEqual([]);
});

oracleTest('the oracle notices an unknown field and a wrong type', () => {
  const [, vm] = everything('1.9');
  expect(
    structuralErrors({ ...vm!, spec: { template: { spec: {} }, nope: 1, running: 'yes' } } as KubeObject, '1.9'),
  ).not.toEqual([]);
});

test.each(RELEASES)('everything that can be declared passes our own rules for KubeVirt %s', (kubevirt) => {
  const objects = everything(kubevirt).filter(({ metadata }) => metadata.name !== 'all');
  // All of them have the network cards of one definition, some have a device that cannot migrate, and the gates that some need are not
  // what this is about.
  const found = checkObjects(objects, { target: { kubevirt } }).filter(
    ({ code }) => !/^PV(112|517|804|805|2)/.test(code),
  );
  expect(found).toEqual([]);
});
