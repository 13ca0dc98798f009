import { ApiObject, Lazy, Size, Testing } from 'cdk8s';
import { InfraLabels, MachineDeployment, Placement, Platform } from '../../src/index';

const DISK = { size: '25Gi', storageClassName: 'fast', osImage: 'http://images.example.com/ubuntu.img' };

const plant = () => new Platform(Testing.app(), 'plant', { target: { machineController: '1.66.2' } });

test('a label in the list that a hard placement decides is a label of the nodes, whatever is made first', () => {
  const platform = plant();
  const pool = new MachineDeployment(platform, 'workers', {
    kubelet: '1.34.1',
    cpus: '2',
    memory: Size.gibibytes(4),
    primaryDisk: DISK,
    placement: Placement.hard('rack', 'r1'),
  });
  const labels = new InfraLabels(platform, 'labels', { keys: [] });
  labels.addKey({ from: 'rack', to: 'infra.example.com/rack' });
  expect(ApiObject.of(pool).toJson().spec.template.spec.metadata.labels).toEqual({ 'infra.example.com/rack': 'r1' });
  expect(ApiObject.of(labels).toJson().data).toEqual({ keys: 'rack=infra.example.com/rack\n' });
});

test.each([
  ['kubernetes.io/hostname', 'kubernetes.io/hostname'],
  ['topology.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['rack', 'a b'],
])('%s cannot be copied as %s', (from, to) => {
  const platform = plant();
  new InfraLabels(platform, 'labels', { keys: [{ from, to }] });
  expect(
    platform.node
      .findAll()
      .flatMap((each) => each.node.validate())
      .join('\n'),
  ).toContain('PV003');
});

test('with Cluster API the MachineDeployment is the child, and its template is beside it', () => {
  const platform = plant();
  const pool = new MachineDeployment(platform, 'workers', {
    dialect: 'capk',
    clusterName: 'north',
    kubelet: '1.34.1',
    cores: 2,
    memory: '4Gi',
    primaryDisk: DISK,
    placement: Placement.onArchitecture('arm64'),
    clusterApi: { bootstrap: { kind: 'KubeadmConfigTemplate', name: 'workers' } },
  });
  expect(ApiObject.of(pool).kind).toBe('MachineDeployment');
  const objects = Testing.synth(platform);
  const template = objects.find(({ kind }) => kind === 'KubevirtMachineTemplate');
  expect(template.spec.template.spec.virtualMachineTemplate.spec.template.spec.architecture).toBe('arm64');
});

test('without a controller in the target nobody knows what to write', () => {
  const platform = new Platform(Testing.app(), 'plant', {});
  new MachineDeployment(platform, 'workers', { kubelet: '1.34.1', cpus: '2', memory: '4Gi', primaryDisk: DISK });
  expect(
    platform.node
      .findAll()
      .flatMap((each) => each.node.validate())
      .join('\n'),
  ).toContain('PV004');
});

test('what is known only at synthesis may be in any prop', () => {
  const late = (value: unknown): never => Lazy.any({ produce: () => value }) as never;
  const pool = new MachineDeployment(plant(), 'workers', {
    kubelet: '1.34.1',
    cpus: '2',
    replicas: late(3),
    memory: Size.gibibytes(4),
    labels: { team: late('shop') },
    primaryDisk: { ...DISK, size: late('30Gi') },
  });
  expect(ApiObject.of(pool).toJson()).toMatchObject({ metadata: { labels: { team: 'shop' } }, spec: { replicas: 3 } });
  expect(JSON.stringify(ApiObject.of(pool).toJson())).toContain('"30Gi"');
});
