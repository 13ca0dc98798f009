import { type App, Size } from 'cdk8s';
import {
  CloudInit,
  DataVolumeSource,
  Disk,
  KubeVirt,
  MachineDeployment,
  Network,
  NodePool,
  Platform,
  VirtualMachine,
  VirtualMachineInstance,
} from 'polyvirt';

/**
 * Two halls that were never upgraded: an ARM compute plane under an x86 control plane, with the gate that mixed architectures
 * needed then, gates with what is known here of their support on arm64, and a machine-controller that places by presets.
 */
export function warehouse(app: App): Platform {
  const platform = new Platform(app, 'warehouse', {
    target: { kubevirt: '1.6', cdi: '1.63', machineController: '1.54' },
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
      // The guests are older than this file: which machine they have stays with the cluster.
      machineType: null,
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

  new MachineDeployment(platform, 'stock-workers', {
    clusterName: 'stock',
    replicas: 2,
    kubelet: '1.26.1',
    cpus: '4',
    memory: Size.gibibytes(8),
    primaryDisk: {
      size: '25Gi',
      storageClassName: 'local-path',
      osImage: 'https://images.example.com/ubuntu-22.04-arm64.img',
    },
    kubeconfig: { namespace: 'kube-system', name: 'infra', key: 'kubeconfig' },
    // From 1.56 on this is read and ignored, and a spread takes its place.
    presets: { podAntiAffinityPreset: 'hard' },
  });

  return platform;
}
