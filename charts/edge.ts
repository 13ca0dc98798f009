import { type App, Size } from 'cdk8s';
import {
  CloudInit,
  DataVolume,
  DataVolumeSource,
  Disk,
  KubeVirt,
  Network,
  NodePool,
  Platform,
  VirtualMachine,
  Volume,
} from 'polyvirt';

/** A factory floor: Intel and Ampere nodes side by side, on the newest KubeVirt. */
export function edge(app: App): Platform {
  const platform = new Platform(app, 'edge', {
    target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' },
    namespace: 'factory',
    labels: { 'app.kubernetes.io/part-of': 'factory-floor' },
    nodes: [
      NodePool.of('control', { architecture: 'amd64', count: 3, role: 'control-plane' }),
      NodePool.of('intel', {
        architecture: 'amd64',
        count: 6,
        zones: ['hall-1', 'hall-2'],
        cpu: 32,
        memory: Size.gibibytes(128),
      }),
      NodePool.of('ampere', {
        architecture: 'arm64',
        count: 4,
        zones: ['hall-1', 'hall-2'],
        cpu: 80,
        memory: Size.gibibytes(256),
      }),
    ],
  });

  new KubeVirt(platform, 'kubevirt', {
    defaultArchitecture: 'amd64',
    infra: { architecture: 'amd64', replicas: 2 },
    // The cameras have CPUs of their own.
    featureGates: ['CPUManager'],
    evictionStrategy: 'LiveMigrate',
    workloadUpdateMethods: ['LiveMigrate'],
  });

  // The recipes that every robot controller reads; shared, so not a part of any VM.
  const recipes = new DataVolume(platform, 'recipes', {
    source: DataVolumeSource.http('https://images.example.com/factory/recipes.qcow2', { certConfigMap: 'factory-ca' }),
    size: Size.gibibytes(20),
    accessModes: ['ReadWriteMany'],
    volumeMode: 'Block',
  });

  // One definition, one VM per architecture: the controllers run next to whatever robot is in the hall.
  VirtualMachine.perArchitecture(platform, 'controller', {
    cpu: { cores: 4 },
    memory: Size.gibibytes(8),
    disks: [
      Disk.own('os', DataVolumeSource.registry('docker://quay.io/containerdisks/fedora:42'), {
        size: Size.gibibytes(30),
      }),
      Disk.dataVolume('recipes', recipes.name, { readonly: true }),
    ],
    networks: [Network.pod(), Network.multus('field', 'factory/field-bus')],
    cloudInit: CloudInit.noCloud({ userDataSecret: 'controller-cloud-init' }),
    template: { labels: { app: 'controller' } },
  });

  new VirtualMachine(platform, 'historian', {
    architecture: 'amd64',
    cpu: { sockets: 2, cores: 4 },
    memory: Size.gibibytes(32),
    firmware: {
      // It ran as a physical VM before; its database is licensed to this UUID.
      uuid: '4c4c4544-0043-5010-8052-b4c04f564231',
      serial: 'CPR4VB1',
      bootloader: 'efi',
    },
    disks: [
      Disk.claim('os', 'historian-os'),
      Disk.claim('data', 'historian-data', { cache: 'none' }),
      Disk.cdrom('drivers', Volume.container('quay.io/kubevirt/virtio-container-disk:v1.9.0')),
    ],
    networks: [Network.multus('office', 'factory/office', { macAddress: '02:4f:c7:00:00:1a' })],
    watchdog: 'reset',
    tpm: 'persistent',
    evictionStrategy: 'LiveMigrate',
  });

  new VirtualMachine(platform, 'vision', {
    architecture: 'arm64',
    cpu: { cores: 16, dedicatedCpuPlacement: true },
    memory: Size.gibibytes(64),
    hugepages: '1Gi',
    disks: [Disk.container('os', 'quay.io/containerdisks/ubuntu:24.04'), Disk.empty('scratch', Size.gibibytes(200))],
    networks: [
      Network.pod('default', { ports: [{ name: 'grpc', port: 9443 }] }),
      Network.sriov('cameras', 'factory/cameras'),
    ],
    cloudInit: CloudInit.noCloud({
      userData: [
        '#cloud-config',
        'packages:',
        '  - v4l-utils',
        'runcmd:',
        '  - systemctl enable --now vision',
        '',
      ].join('\n'),
    }),
    nodeSelector: { 'factory.example.com/cameras': 'true' },
    tolerations: [{ key: 'factory.example.com/cameras', operator: 'Exists', effect: 'NoSchedule' }],
    priorityClassName: 'line-critical',
  });

  return platform;
}
