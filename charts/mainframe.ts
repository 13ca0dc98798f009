import { type App, Size } from 'cdk8s';
import {
  BootSource,
  CloudInit,
  DataVolumeSource,
  Disk,
  GoldenImage,
  HyperConverged,
  MigrationPolicy,
  Network,
  NetworkAttachmentDefinition,
  NodePool,
  Platform,
  VirtualMachine,
} from 'polyvirt';

/**
 * The data centre: HyperConverged on a cluster of two architectures, with golden images for each. The switch is on, which is the
 * first answer to the alert HCOMultiArchGoldenImagesDisabled; branch has the second.
 */
export function mainframe(app: App): Platform {
  const platform = new Platform(app, 'mainframe', {
    target: { hco: '1.18' },
    distribution: 'openshift',
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

  const rhel9 = GoldenImage.registry(
    'rhel9',
    { url: 'docker://registry.example.com/golden/rhel9:9.6', secretRef: 'golden-images' },
    { architectures: ['amd64', 's390x'], size: Size.gibibytes(40), schedule: '0 3 * * 6' },
  );
  const windows = GoldenImage.registry(
    'windows2k22',
    { url: 'docker://registry.example.com/golden/windows2k22:2026.10', secretRef: 'golden-images' },
    { architectures: ['amd64'], size: Size.gibibytes(80) },
  );
  new HyperConverged(platform, 'stack', {
    enableMultiArchBootImageImport: true,
    infra: { architectures: ['amd64'] },
    liveMigrationConfig: { parallelMigrationsPerCluster: 2, completionTimeoutPerGiB: 300 },
    goldenImages: [rhel9, windows, GoldenImage.disabled('centos-stream9')],
  });

  const network = new NetworkAttachmentDefinition(platform, 'ledger-network', {
    name: 'ledger',
    config: { cniVersion: '0.3.1', type: 'bridge', bridge: 'br-ledger', vlan: 310 },
  });
  new MigrationPolicy(platform, 'ledger-migrations', {
    name: 'ledger',
    virtualMachineInstanceSelector: { app: 'ledger' },
    allowAutoConverge: true,
    bandwidthPerMigration: '1Gi',
  });

  for (const shard of [1, 2, 3]) {
    new VirtualMachine(platform, `ledger-${shard}`, {
      architecture: 's390x',
      cpu: { cores: 8, maxSockets: 4 },
      memory: Size.gibibytes(96),
      disks: [
        Disk.own('os', BootSource.goldenImage(rhel9), { size: Size.gibibytes(60) }),
        Disk.own('data', DataVolumeSource.blank(), {
          size: Size.tebibytes(2),
          storageClass: 'fcp-block',
          volumeMode: 'Block',
        }),
      ],
      networks: [Network.multus('ledger', network.name, { macAddress: `02:5a:00:00:00:0${shard}` })],
      cloudInit: CloudInit.noCloud({ userDataSecret: `ledger-${shard}` }),
      watchdog: 'reset',
      template: { labels: { app: 'ledger', shard: String(shard) } },
    });
  }

  new VirtualMachine(platform, 'reporting', {
    architecture: 'amd64',
    instancetype: { name: 'u1.2xlarge' },
    preference: { name: 'windows.2k22' },
    disks: [Disk.own('os', BootSource.goldenImage(windows), { size: Size.gibibytes(120) })],
    networks: [Network.pod()],
    cloudInit: CloudInit.configDrive({ userDataSecret: 'reporting-sysprep' }),
  });

  return platform;
}
