import { type App, Size } from 'cdk8s';
import {
  CloudInit,
  DataVolumeSource,
  Disk,
  KubeVirt,
  Network,
  NodePool,
  Platform,
  VirtualMachine,
  VirtualMachineInstance,
} from 'polyvirt';

/** Two halls that were never upgraded: KubeVirt 1.6, with an ARM compute plane under an x86 control plane. */
export function warehouse(app: App): Platform {
  const platform = new Platform(app, 'warehouse', {
    target: { kubevirt: '1.6', cdi: '1.63' },
    namespace: 'warehouse',
    nodes: [
      NodePool.of('control', { architecture: 'amd64', count: 3, role: 'control-plane' }),
      NodePool.of('arm', { architecture: 'arm64', count: 8, cpu: 64, memory: '128Gi' }),
    ],
    supportByArch: {
      HotplugVolumes: { arm64: { status: 'Supported', evidence: 'in daily use here since CDI has arm64 images' } },
    },
  });

  new KubeVirt(platform, 'kubevirt', {
    infra: { architecture: 'amd64' },
    workloads: { architecture: 'arm64' },
    architectureConfiguration: {
      arm64: { emulatedMachines: ['virt*'], machineType: 'virt', ovmfPath: '/usr/share/AAVMF' },
    },
    featureGates: ['HotplugVolumes', 'Snapshot'],
  });

  for (const aisle of ['north', 'south']) {
    new VirtualMachine(platform, `scanner-${aisle}`, {
      cpu: { cores: 2 },
      memory: Size.gibibytes(4),
      disks: [
        Disk.own('os', DataVolumeSource.registry('docker://quay.io/containerdisks/centos-stream:9'), { size: '20Gi' }),
      ],
      networks: [Network.pod(), Network.multus('vlan', `warehouse/vlan-${aisle}`)],
      cloudInit: CloudInit.noCloud({
        userDataSecret: 'scanner-cloud-init',
        networkData: 'version: 2\nethernets:\n  enp2s0:\n    dhcp4: true\n',
      }),
      template: { labels: { app: 'scanner', aisle } },
    });
  }

  new VirtualMachineInstance(platform, 'label-printer-test', {
    memory: Size.mebibytes(512),
    disks: [Disk.container('os', 'quay.io/kubevirt/cirros-container-disk-demo:v1.6.0')],
    networks: [Network.pod()],
    terminationGracePeriodSeconds: 0,
  });

  return platform;
}
