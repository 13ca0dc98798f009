import {
  ApiObject,
  type ApiObjectMetadataDefinition,
  App,
  Chart,
  type IResolver,
  JsonPatch,
  Lazy,
  Size,
  Testing,
} from 'cdk8s';
import type { Construct } from 'constructs';
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
  VirtualMachineInstance,
  Volume,
} from '../../src/index';

const MIXED = [NodePool.of('intel', { architecture: 'amd64' }), NodePool.of('ampere', { architecture: 'arm64' })];
const platform = (props = {}) =>
  new Platform(Testing.app(), 'edge', { target: { kubevirt: '1.9' }, namespace: 'shop', ...props });

test.each<[string, (scope: Platform) => Construct, string, unknown]>([
  ['KubeVirt', (scope) => new KubeVirt(scope, 'a'), 'serviceMonitorNamespace', 'monitoring'],
  [
    'VirtualMachine',
    (scope) => new VirtualMachine(scope, 'a', { memory: '1Gi' }),
    'updateVolumesStrategy',
    'Migration',
  ],
  ['VirtualMachineInstance', (scope) => new VirtualMachineInstance(scope, 'a', { memory: '1Gi' }), 'subdomain', 'web'],
  [
    'DataVolume',
    (scope) => new DataVolume(scope, 'a', { source: DataVolumeSource.blank(), size: '1Gi' }),
    'priorityClassName',
    'high',
  ],
])(
  'ApiObject.of finds the %s of its construct, and patches reach fields that are not modelled',
  (kind, make, field, value) => {
    const chart = platform({ nodes: [MIXED[0]!] });
    const object = ApiObject.of(make(chart));
    object.addJsonPatch(JsonPatch.add(`/spec/${field}`, value));
    expect(object.kind).toBe(kind);
    expect(Testing.synth(chart)).toEqual([
      expect.objectContaining({ kind, spec: expect.objectContaining({ [field]: value }) }),
    ]);
  },
);

test('a patch that no cluster of the target would keep is rejected', () => {
  const chart = platform({ nodes: [MIXED[0]!] });
  ApiObject.of(new VirtualMachine(chart, 'web', { memory: '1Gi' })).addJsonPatch(
    JsonPatch.add('/spec/brandNewField', true),
  );
  expect(() => Testing.synth(chart)).toThrow(/VirtualMachine web: PV040 at spec.brandNewField/);
});

test('sizes are those of cdk8s or quantities', () => {
  const chart = platform({ nodes: [MIXED[0]!] });
  new VirtualMachine(chart, 'a', { memory: Size.gibibytes(8), disks: [Disk.empty('e', Size.mebibytes(512))] });
  const [vm] = Testing.synth(chart);
  expect(vm.spec.template.spec.domain.memory).toEqual({ guest: '8Gi' });
  expect(vm.spec.template.spec.volumes).toEqual([{ name: 'e', emptyDisk: { capacity: '512Mi' } }]);
});

test('what is added later counts', () => {
  const chart = platform({ nodes: [MIXED[0]!] });
  const vm = new VirtualMachine(chart, 'a', { memory: '1Gi' });
  vm.addDisk(Disk.cdrom('tools', Volume.container('example.com/tools')));
  vm.addNetwork(Network.pod());
  const [manifest] = Testing.synth(chart);
  expect(manifest.spec.template.spec.domain.devices).toEqual({
    disks: [{ name: 'tools', cdrom: { bus: 'sata' } }],
    interfaces: [{ name: 'default', masquerade: {} }],
  });
});

test('props are copied: changing them later changes nothing', () => {
  const chart = platform({ nodes: [MIXED[0]!] });
  const props = { memory: '1Gi', nodeSelector: { zone: 'a' } };
  new VirtualMachine(chart, 'a', props);
  props.nodeSelector.zone = 'b';
  expect(Testing.synth(chart)[0].spec.template.spec.nodeSelector).toEqual({ zone: 'a' });
});

test('one definition gives one VM per architecture of the workers', () => {
  const chart = platform({ nodes: MIXED });
  new KubeVirt(chart, 'kubevirt', { defaultArchitecture: 'amd64' });
  const vms = VirtualMachine.perArchitecture(chart, 'web', {
    memory: '1Gi',
    cpu: { model: 'Haswell' },
    watchdog: 'reset',
    disks: [Disk.cdrom('tools', Volume.container('example.com/tools'), { bus: 'sata' })],
  });
  const [, amd64, arm64] = Testing.synth(chart);
  expect(vms.map(({ name }) => name)).toEqual(['web-amd64', 'web-arm64']);
  expect(amd64.spec.template.spec).toMatchObject({
    architecture: 'amd64',
    domain: {
      cpu: { model: 'Haswell' },
      devices: { disks: [{ cdrom: { bus: 'sata' } }], watchdog: { i6300esb: { action: 'reset' } } },
    },
  });
  expect(arm64.spec.template.spec).toMatchObject({
    architecture: 'arm64',
    domain: { devices: { disks: [{ cdrom: { bus: 'scsi' } }] } },
  });
  expect(arm64.spec.template.spec.domain).not.toHaveProperty('cpu.model');
  expect(arm64.spec.template.spec.domain.devices).not.toHaveProperty('watchdog');
});

test('one definition needs to know for which architectures', () => {
  expect(() => VirtualMachine.perArchitecture(platform(), 'web', { memory: '1Gi' })).toThrow(
    /does not know for which architectures/,
  );
  expect(VirtualMachine.perArchitecture(platform(), 'web', { memory: '1Gi', architectures: ['s390x'] })).toHaveLength(
    1,
  );
});

test('all mistakes stop the synth at once, with code, path and fix', () => {
  const chart = platform({ target: { kubevirt: '1.2' } });
  new VirtualMachine(chart, 'web', { architecture: 'arm64', memory: '4GB', watchdog: 'reset' });
  const message = (() => {
    try {
      Testing.synth(chart);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  })();
  for (const part of [
    '[edge] PV903 at target.kubevirt',
    '[edge/web] PV105 at watchdog',
    'PV042 at spec.template.spec.domain.memory.guest',
    'Fix: ',
  ]) {
    expect(message).toContain(part);
  }
});

test('rules judge the object after patches', () => {
  const chart = platform({ nodes: [MIXED[1]!] });
  const vm = new VirtualMachine(chart, 'web', { memory: '1Gi', disks: [Disk.empty('d', '1Gi')] });
  ApiObject.of(vm).addJsonPatch(JsonPatch.replace('/spec/template/spec/domain/devices/disks/0/disk/bus', 'sata'));
  expect(() => Testing.synth(chart)).toThrow(/PV105 at spec.template.spec.domain.devices.disks\[d\].disk.bus/);
});

test('two objects with one identity stop the synth', () => {
  const chart = platform({ nodes: [MIXED[0]!] });
  new VirtualMachine(chart, 'a', { name: 'web', memory: '1Gi' });
  new VirtualMachine(chart, 'b', { name: 'web', memory: '1Gi' });
  expect(() => Testing.synth(chart)).toThrow(/VirtualMachine web: PV801/);
});

test('metadata that is added the cdk8s way is kept', () => {
  const chart = platform({ nodes: [MIXED[0]!], labels: { team: 'a' } });
  const vm = new VirtualMachine(chart, 'web', { memory: '1Gi', labels: { tier: 'b' }, annotations: { own: '1' } });
  ApiObject.of(vm).metadata.addLabel('added', 'yes');
  ApiObject.of(vm).metadata.addAnnotation('argocd.argoproj.io/sync-wave', '2');
  ApiObject.of(vm).metadata.addFinalizers('example.com/keep');
  expect(Testing.synth(chart)[0].metadata).toEqual({
    name: 'web',
    namespace: 'shop',
    labels: { team: 'a', tier: 'b', added: 'yes' },
    annotations: { own: '1', 'argocd.argoproj.io/sync-wave': '2' },
    finalizers: ['example.com/keep'],
  });
});

test.each<[string, (metadata: ApiObjectMetadataDefinition) => void, object]>([
  ['nothing', () => undefined, {}],
  ['a label', (metadata) => metadata.addLabel('app', 'web'), { labels: { team: 'shop', app: 'web' } }],
  ['another value of a label', (metadata) => metadata.addLabel('team', 'ops'), { labels: { team: 'ops' } }],
  ['an annotation', (metadata) => metadata.addAnnotation('a', '1'), { annotations: { a: '1' } }],
  ['a finalizer', (metadata) => metadata.addFinalizers('example.com/keep'), { finalizers: ['example.com/keep'] }],
  ['anything', (metadata) => metadata.add('generateName', 'web-'), { generateName: 'web-' }],
  ['what is known late', (metadata) => metadata.add('a', Lazy.any({ produce: () => 1 })), { a: 1 }],
  [
    'an owner',
    (metadata) => metadata.addOwnerReference({ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' }),
    { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' }] },
  ],
])('%s, added the way of cdk8s, is in the manifest', (_what, add, expected) => {
  const vm = new VirtualMachine(platform({ labels: { team: 'shop' } }), 'web', { memory: '1Gi' });
  add(ApiObject.of(vm).metadata);
  expect(ApiObject.of(vm).toJson().metadata).toEqual({
    name: 'web',
    namespace: 'shop',
    labels: { team: 'shop' },
    ...expected,
  });
});

test('a resolver of the app reaches the labels of a chart, as before', () => {
  const resolve: IResolver['resolve'] = (context) => {
    if (context.key.at(-1) === 'team' && context.value !== 'resolved') {
      context.replaceValue('resolved');
    }
  };
  const app = new App({ outdir: Testing.app().outdir, resolvers: [{ resolve }] });
  const vm = new VirtualMachine(new Platform(app, 'edge', { labels: { team: 'shop' } }), 'web', { memory: '1Gi' });
  expect(ApiObject.of(vm).toJson().metadata.labels).toEqual({ team: 'resolved' });
});

test('a chart inside of a platform has its own namespace, for our objects too', () => {
  const outer = platform({ nodes: [MIXED[0]!] });
  const inner = new Chart(outer, 'inner', { namespace: 'other' });
  new VirtualMachine(inner, 'web', { memory: '1Gi' });
  expect(Testing.synth(inner)[0].metadata).toEqual({ name: 'web', namespace: 'other' });
});

test('a platform inside of another is judged by itself', () => {
  const outer = platform({ nodes: [MIXED[0]!] });
  new VirtualMachine(outer, 'web', { memory: '1Gi' });
  new VirtualMachine(new Platform(outer, 'inner', { namespace: 'shop' }), 'web', {
    memory: '1Gi',
    architecture: 'arm64',
  });
  expect(() => Testing.synth(outer)).not.toThrow();
});

test('one definition makes VMs of the class it is asked of', () => {
  class Web extends VirtualMachine {}
  expect(Web.perArchitecture(platform(), 'web', { memory: '1Gi', architectures: ['arm64'] })[0]).toBeInstanceOf(Web);
});

test('labels of the platform are on every object', () => {
  const chart = platform({ nodes: [MIXED[0]!], labels: { team: 'a' } });
  new VirtualMachine(chart, 'web', { memory: '1Gi', labels: { tier: 'b' } });
  expect(Testing.synth(chart)[0].metadata).toEqual({
    name: 'web',
    namespace: 'shop',
    labels: { team: 'a', tier: 'b' },
  });
});

test('a construct finds its platform, and works without one', () => {
  const chart = platform();
  const vm = new VirtualMachine(chart, 'web', { memory: '1Gi', architecture: 'amd64' });
  expect(Platform.of(vm)).toBe(chart);
  const plain = new Chart(new App(), 'plain', { namespace: 'x' });
  const lone = new VirtualMachine(plain, 'web', { memory: '1Gi', architecture: 'arm64' });
  expect(() => Platform.of(lone)).toThrow(/is on no Platform/);
  expect(Testing.synth(plain)[0]).toMatchObject({
    metadata: { namespace: 'x' },
    spec: { template: { spec: { architecture: 'arm64' } } },
  });
});

test('the target of a platform is resolved', () => {
  expect(platform({ target: { hco: '1.17' } }).target).toEqual({
    hco: '1.17',
    kubevirt: '1.7',
    cdi: '1.64',
    ssp: '0.24',
  });
});

test('cloud-init comes as the last disk', () => {
  const chart = platform({ nodes: [MIXED[0]!] });
  new VirtualMachine(chart, 'web', {
    memory: '1Gi',
    disks: [Disk.claim('os', 'os')],
    cloudInit: CloudInit.noCloud({ userData: '#cloud-config\n' }),
  });
  expect(Testing.synth(chart)[0].spec.template.spec.volumes).toEqual([
    { name: 'os', persistentVolumeClaim: { claimName: 'os' } },
    { name: 'cloudinit', cloudInitNoCloud: { userData: '#cloud-config\n' } },
  ]);
});
