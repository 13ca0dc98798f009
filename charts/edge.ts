import { type App, Size } from 'cdk8s';
import {
  CloudInit,
  DataVolume,
  DataVolumeSource,
  Disk,
  KubeVirt,
  Manifests,
  MigrationPolicy,
  Network,
  NetworkAttachmentDefinition,
  NodePool,
  Platform,
  VirtualMachine,
  Volume,
} from 'polyvirt';

/** A factory floor: Intel and Ampere nodes side by side on the newest KubeVirt, with everything that belongs to their VMs. */
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
      NodePool.of('cameras', {
        architecture: 'arm64',
        count: 2,
        zones: ['hall-1', 'hall-2'],
        cpu: 80,
        memory: Size.gibibytes(256),
        labels: { 'kubevirt.io/cpumanager': 'true', 'factory.example.com/cameras': 'true' },
        taints: [{ key: 'factory.example.com/cameras', value: 'true', effect: 'NoSchedule' }],
        devices: { 'factory.example.com/camera-vf': 8 },
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
    // No key says this: virt-handler has many cameras to look after.
    spec: {
      customizeComponents: {
        patches: [
          {
            resourceType: 'DaemonSet',
            resourceName: 'virt-handler',
            type: 'strategic',
            patch:
              '{"spec":{"template":{"spec":{"containers":[{"name":"virt-handler","resources":{"requests":{"memory":"800Mi"}}}]}}}}',
          },
        ],
      },
    },
  });

  // What the factory has beside VMs, as it is.
  new Manifests(platform, 'factory', { path: 'charts/manifests/factory.yaml' });

  const bridge = { cniVersion: '0.3.1', type: 'bridge' };
  const fieldBus = new NetworkAttachmentDefinition(platform, 'field-bus', {
    config: { ...bridge, bridge: 'br-field' },
  });
  const office = new NetworkAttachmentDefinition(platform, 'office', {
    config: { ...bridge, bridge: 'br-office', vlan: 20 },
  });
  const cameras = new NetworkAttachmentDefinition(platform, 'cameras', {
    annotations: { 'k8s.v1.cni.cncf.io/resourceName': 'factory.example.com/camera-vf' },
    config: { cniVersion: '0.3.1', type: 'sriov' },
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
    networks: [Network.pod(), Network.multus('field', `factory/${fieldBus.name}`)],
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
    networks: [Network.multus('office', `factory/${office.name}`, { macAddress: '02:4f:c7:00:00:1a' })],
    watchdog: 'reset',
    tpm: 'persistent',
    evictionStrategy: 'LiveMigrate',
    template: { labels: { app: 'historian' } },
  });
  // Its database writes a lot, and must not be lost half way.
  new MigrationPolicy(platform, 'historian-migrations', {
    name: 'historian',
    virtualMachineInstanceSelector: { app: 'historian' },
    allowPostCopy: false,
    completionTimeoutPerGiB: 400,
  });

  new VirtualMachine(platform, 'vision', {
    architecture: 'arm64',
    cpu: { cores: 16, dedicatedCpuPlacement: true },
    memory: Size.gibibytes(64),
    hugepages: '1Gi',
    disks: [Disk.container('os', 'quay.io/containerdisks/ubuntu:24.04'), Disk.empty('scratch', Size.gibibytes(200))],
    networks: [
      Network.pod('default', { ports: [{ name: 'grpc', port: 9443 }] }),
      Network.sriov('cameras', `factory/${cameras.name}`),
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
