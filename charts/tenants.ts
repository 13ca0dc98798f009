import { type App, Size } from 'cdk8s';
import { InfraLabels, KubeVirt, MachineDeployment, NodePool, Placement, Platform } from 'polyvirt';

/**
 * The nodes of other clusters as virtual machines, placed as machine-controller 1.66 understands it; warehouse has a controller
 * that still places by presets.
 */
export function tenants(app: App): Platform {
  const platform = new Platform(app, 'tenants', {
    target: { kubevirt: '1.9', machineController: '1.66.2' },
    nodes: [
      NodePool.of('control', { architecture: 'amd64', count: 3, role: 'control-plane' }),
      NodePool.of('r1', {
        architecture: 'amd64',
        count: 4,
        zones: ['eu-1a', 'eu-1b'],
        cpu: 64,
        memory: '512Gi',
        labels: { 'example.com/rack': 'r1' },
      }),
      NodePool.of('r2', {
        architecture: 'arm64',
        count: 4,
        zones: ['eu-1a', 'eu-1b'],
        cpu: 96,
        memory: '512Gi',
        labels: { 'example.com/rack': 'r2' },
      }),
    ],
  });

  new KubeVirt(platform, 'kubevirt', {
    defaultArchitecture: 'amd64',
    evictionStrategy: 'LiveMigrate',
    workloadUpdateMethods: ['LiveMigrate'],
  });
  new InfraLabels(platform, 'labels', { keys: [{ from: 'example.com/rack', to: 'infra.example.com/rack' }] });

  new MachineDeployment(platform, 'north-workers', {
    clusterName: 'north',
    infraNamespace: 'cluster-north',
    replicas: 3,
    kubelet: '1.34.1',
    cores: 4,
    memory: Size.gibibytes(8),
    primaryDisk: {
      size: '50Gi',
      storageClassName: 'fast',
      osImage: 'docker://quay.io/kubermatic-virt-disks/ubuntu:22.04',
    },
    kubeconfig: { namespace: 'kube-system', name: 'infra', key: 'kubeconfig' },
    // The machines are amd64, and so is this rack.
    placement: Placement.all(Placement.hard('example.com/rack', 'r1'), Placement.spread('hard')),
  });

  return platform;
}
