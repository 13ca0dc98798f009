import { type App, Size } from 'cdk8s';
import { CloudInit, DataVolumeSource, Disk, KubeVirt, Network, NodePool, Platform, VirtualMachine } from 'polyvirt';

/** The data centre: an amd64 control plane, with Linux on the mainframe and a few amd64 nodes as workers. */
export function mainframe(app: App): Platform {
  const platform = new Platform(app, 'mainframe', {
    target: { kubevirt: '1.8' },
    namespace: 'core-banking',
    nodes: [
      NodePool.of('control', { architecture: 'amd64', count: 3, role: 'control-plane' }),
      NodePool.of('lpar', {
        architecture: 's390x',
        count: 4,
        cpu: 16,
        memory: '256Gi',
        labels: { 'example.com/site': 'a' },
      }),
      NodePool.of('x86', { architecture: 'amd64', count: 2, cpu: 48, memory: '384Gi' }),
    ],
  });

  new KubeVirt(platform, 'kubevirt', {
    defaultArchitecture: 's390x',
    infra: { architecture: 'amd64' },
    architectureConfiguration: { s390x: { machineType: 's390-ccw-virtio', emulatedMachines: ['s390-ccw-virtio*'] } },
    featureGates: ['HostDevices'],
  });

  for (const shard of [1, 2, 3]) {
    new VirtualMachine(platform, `ledger-${shard}`, {
      cpu: { cores: 8, maxSockets: 4 },
      memory: Size.gibibytes(96),
      disks: [
        Disk.own('os', DataVolumeSource.dataSource('rhel9-s390x', 'golden-images'), {}),
        Disk.own('data', DataVolumeSource.blank(), {
          size: Size.tebibytes(2),
          storageClass: 'fcp-block',
          volumeMode: 'Block',
        }),
      ],
      networks: [Network.multus('ledger', 'core-banking/ledger', { macAddress: `02:5a:00:00:00:0${shard}` })],
      cloudInit: CloudInit.noCloud({ userDataSecret: `ledger-${shard}` }),
      watchdog: 'reset',
      template: { labels: { app: 'ledger', shard: String(shard) } },
    });
  }

  new VirtualMachine(platform, 'reporting', {
    architecture: 'amd64',
    instancetype: { name: 'u1.2xlarge' },
    preference: { name: 'windows.2k22' },
    disks: [Disk.claim('os', 'reporting-os')],
    networks: [Network.pod()],
    cloudInit: CloudInit.configDrive({ userDataSecret: 'reporting-sysprep' }),
  });

  return platform;
}
