import { ApiObject, type App, Size } from 'cdk8s';
import {
  BootSource,
  Disk,
  GoldenImage,
  HyperConverged,
  Network,
  NodePool,
  Placement,
  Platform,
  VirtualMachine,
  VirtualMachineInstancetype,
  VirtualMachinePreference,
} from 'polyvirt';

/**
 * A branch, the reverse of the others: an arm64 control plane with amd64 workers. VMs are kept to one architecture, which is the
 * second answer to the alert HCOMultiArchGoldenImagesDisabled; mainframe has the first.
 */
export function branch(app: App): Platform {
  const platform = new Platform(app, 'branch', {
    target: { hco: '1.18' },
    distribution: 'openshift',
    namespace: 'tills',
    nodes: [
      NodePool.of('control', { architecture: 'arm64', count: 3, role: 'control-plane' }),
      NodePool.of('containers', { architecture: 'arm64', count: 2, cpu: 16, memory: '64Gi' }),
      NodePool.of('vms', { architecture: 'amd64', count: 3, cpu: 32, memory: '192Gi', zones: ['front', 'back'] }),
    ],
  });

  const image = GoldenImage.registry('till', 'docker://registry.example.com/golden/till:7', {
    architectures: ['amd64'],
    size: Size.gibibytes(16),
  });
  new HyperConverged(platform, 'stack', {
    infra: { architectures: ['arm64'] },
    workloads: { architectures: ['amd64'] },
    // The webhook would write LiveMigrate; the volumes of a branch are local.
    evictionStrategy: 'LiveMigrateIfPossible',
    goldenImages: [image],
  });

  const size = new VirtualMachineInstancetype(platform, 'till-size', {
    name: 'till',
    cpu: { guest: 2 },
    memory: '4Gi',
  });
  const devices = new VirtualMachinePreference(platform, 'till-devices', {
    name: 'till',
    devices: { diskBus: 'virtio', interfaceModel: 'virtio' },
  });
  for (const till of [1, 2, 3]) {
    new VirtualMachine(platform, `till-${till}`, {
      instancetype: { name: size.name, kind: 'VirtualMachineInstancetype' },
      preference: { name: devices.name, kind: 'VirtualMachinePreference' },
      disks: [Disk.own('os', BootSource.goldenImage(image), { size: Size.gibibytes(16) })],
      networks: [Network.pod()],
      template: { labels: { app: 'till' } },
      placement: Placement.apart('soft', { labels: { app: 'till' } }),
    });
  }
  new ApiObject(platform, 'service', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'till', namespace: 'tills' },
    spec: { selector: { app: 'till' }, ports: [{ name: 'pos', port: 8443, targetPort: 8443, protocol: 'TCP' }] },
  });

  new VirtualMachine(platform, 'office', {
    cpu: { cores: 4 },
    memory: Size.gibibytes(8),
    // An image that HyperConverged brings along.
    disks: [Disk.own('os', BootSource.goldenImage('fedora'), { size: Size.gibibytes(40) })],
    networks: [Network.pod()],
  });

  return platform;
}
