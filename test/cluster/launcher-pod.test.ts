import { ClusterView } from '../../src/cluster/cluster-view';
import { explainPod } from '../../src/cluster/launcher-pod';
import { type KubeObject, launcherPod } from '../../src/index';
import { platformObjects } from '../../src/model/manifests/platform';
import { kubevirtObject, vmObject } from '../objects';

function vm(spec: object, template: object = {}, own: object = {}): KubeObject {
  return vmObject(spec, { template, ...own });
}

function kubevirt(configuration: object, more: object = {}): KubeObject {
  return kubevirtObject({ configuration, ...more });
}

const GUEST = { architecture: 'amd64', domain: { memory: { guest: '1Gi' } } };

function compute(object: KubeObject, existing: readonly KubeObject[] = [], release = '1.9'): Record<string, object> {
  const { pod } = launcherPod(object, { target: { kubevirt: release }, existing });
  return (pod!.spec as { containers: Record<string, object>[] }).containers[0]!;
}

test('a CPU request of nothing is none: the limit takes its place', () => {
  const requested = (cpu: string) =>
    (
      compute(vm({ ...GUEST, domain: { ...GUEST.domain, resources: { requests: { cpu }, limits: { cpu: '2' } } } }))
        .resources as { requests: object }
    ).requests;
  expect(requested('0')).toMatchObject({ cpu: '2' });
  expect(requested('1')).toMatchObject({ cpu: '1' });
});

test.each<[what: string, domain: object, limits: object, requests: object]>([
  ['of nothing', { memory: { guest: '0' } }, {}, { memory: '268Mi' }],
  ['below nothing', { memory: { guest: '-1Gi' } }, {}, { memory: '268Mi' }],
  [
    'of nothing beside a limit of nothing',
    { memory: { guest: '0' }, resources: { limits: { memory: '0' } } },
    { memory: '268Mi' },
    { memory: '268Mi' },
  ],
  [
    'of nothing in huge pages',
    { memory: { guest: '0', hugepages: { pageSize: '2Mi' } } },
    { 'hugepages-2Mi': '0' },
    { 'hugepages-2Mi': '0', memory: '268Mi' },
  ],
  [
    'of nothing without what is around it',
    { memory: { guest: '0' }, resources: { overcommitGuestOverhead: true } },
    {},
    { memory: '0' },
  ],
])('a guest with memory %s has a pod of what is around it', (_, domain, limits, requests) => {
  const { resources } = compute(vm({ architecture: 'amd64', domain })) as { resources: Record<string, object> };
  expect(resources.requests).toEqual({ cpu: '100m', 'ephemeral-storage': '50M', ...requests });
  expect(resources.limits).toMatchObject(limits);
});

test('a guest that says nothing of memory has no pod', () => {
  const { pod, unknown } = launcherPod(vm({ architecture: 'amd64', domain: {} }), { target: { kubevirt: '1.9' } });
  expect(pod).toBeUndefined();
  expect(unknown).toContain('there will be no pod: no memory is said, neither for the guest nor for its pod');
});

test('the image, from virt-controller or from the KubeVirt resource', () => {
  const controller: KubeObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'virt-controller', namespace: 'kubevirt' },
    spec: {
      template: { spec: { containers: [{ args: ['--launcher-image', 'mine/virt-launcher:1', '--port', '8443'] }] } },
    },
  };
  const own = kubevirt({}, { imageRegistry: 'quay.io/kubevirt', imageTag: 'v1.9.0' });
  const observed = { ...kubevirt({}), status: { observedKubeVirtRegistry: 'reg', observedKubeVirtVersion: 'v1.9.1' } };
  expect(compute(vm(GUEST), [controller, own]).image).toBe('mine/virt-launcher:1');
  expect(compute(vm(GUEST), [own]).image).toBe('quay.io/kubevirt/virt-launcher:v1.9.0');
  expect(compute(vm(GUEST), [observed]).image).toBe('reg/virt-launcher:v1.9.1');
  const noted = (config: object) => ({
    ...observed,
    status: { ...observed.status, observedDeploymentConfig: JSON.stringify(config) },
  });
  const digest = noted({
    registry: 'reg',
    kubeVirtVersion: 'v1.9.1',
    virtLauncherImage: 'reg/virt-launcher@sha256:ab',
  });
  expect(compute(vm(GUEST), [digest]).image).toBe('reg/virt-launcher@sha256:ab');
  const prefixed = noted({ registry: 'mine', imagePrefix: 'my-', kubeVirtVersion: 'v1.9.1' });
  expect(compute(vm(GUEST), [prefixed]).image).toBe('mine/my-virt-launcher:v1.9.1');
  expect(launcherPod(vm(GUEST)).unknown).toContainEqual(expect.stringContaining('KubeVirt’s own launcher image'));
});

describe('the image that a patch of virt-controller gives', () => {
  const patches = (...given: { type: string; patch: unknown; resourceName?: string; resourceType?: string }[]) =>
    kubevirt(
      {},
      {
        imageRegistry: 'quay.io/kubevirt',
        imageTag: 'v1.9.0',
        customizeComponents: {
          patches: given.map(({ patch, ...rest }) => ({
            resourceType: 'Deployment',
            resourceName: 'virt-controller',
            ...rest,
            patch: typeof patch === 'string' ? patch : JSON.stringify(patch),
          })),
        },
      },
    );
  const OWN = 'quay.io/kubevirt/virt-launcher:v1.9.0';
  const replace = (value: string, path = '/spec/template/spec/containers/0/args/1') => [{ op: 'replace', path, value }];
  const merged = (args: string[]) => ({
    spec: { template: { spec: { containers: [{ name: 'virt-controller', args }] } } },
  });

  test.each<[string, Parameters<typeof patches>, string | undefined]>([
    ['a replaced argument', [{ type: 'json', patch: replace('mine:1') }], 'mine:1'],
    [
      'a wildcard',
      [{ type: 'json', patch: replace('mine:1'), resourceType: '*', resourceName: 'Virt-Controller' }],
      'mine:1',
    ],
    [
      'the longest of two',
      [
        { type: 'json', patch: replace('mine:10') },
        { type: 'json', patch: replace('mine:1') },
      ],
      'mine:10',
    ],
    ['all arguments', [{ type: 'strategic', patch: merged(['--port', '1', '--launcher-image', 'mine:2']) }], 'mine:2'],
    ['arguments without the image', [{ type: 'merge', patch: merged(['--port', '1']) }], undefined],
    [
      'a removed argument',
      [{ type: 'json', patch: [{ op: 'remove', path: '/spec/template/spec/containers/0/args/0' }] }],
      undefined,
    ],
    ['a later argument', [{ type: 'json', patch: replace('8', '/spec/template/spec/containers/0/args/12') }], OWN],
    ['another component', [{ type: 'json', patch: replace('mine:1'), resourceName: 'virt-api' }], OWN],
    ['other fields', [{ type: 'strategic', patch: { spec: { replicas: 3 } } }], OWN],
    ['no JSON', [{ type: 'json', patch: '{' }], OWN],
  ])('%s', (_what, given, image) => {
    expect(compute(vm(GUEST), [patches(...given)]).image).toBe(image);
  });

  test('as a platform writes it', () => {
    const image = `registry.example/ch@sha256:${'c'.repeat(64)}`;
    const { objects } = platformObjects({
      name: 'edge',
      target: { kubevirt: '1.9' },
      nodes: [{ pool: 'intel', architecture: 'amd64' }],
      kubevirt: {},
      hypervisors: [{ name: 'cloud-hypervisor', realisation: 'cluster-image', image: { all: image } }],
    });
    expect(compute(vm(GUEST), [objects[0]!.object]).image).toBe(image);
  });
});

test('limits because of a quota of its namespace, and of no other', () => {
  const quota = (namespace: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q', namespace },
    spec: { hard: { 'limits.memory': '8Gi' } },
  });
  const namespace: KubeObject = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop', labels: { 'alpha.kubevirt.io/auto-memory-limits-ratio': '1.5' } },
  };
  const limits = (...existing: KubeObject[]) =>
    (compute(vm(GUEST), existing).resources as Record<string, object>).limits;
  // 1024 + 220 + 8 + 8 + 32 = 1292
  expect(limits(quota('shop'))).toMatchObject({ memory: '2584Mi' });
  expect(limits(quota('shop'), namespace)).toMatchObject({ memory: '1938Mi' });
  expect(limits(quota('other'), namespace)).not.toHaveProperty('memory');
});

test('the hypervisor of the cluster, with its gate', () => {
  const hyperv = (featureGates: string[]) =>
    kubevirt({ hypervisors: [{ name: 'hyperv-direct' }], developerConfiguration: { featureGates } });
  const limits = (object: KubeObject, release?: string) =>
    (compute(vm(GUEST), [object], release).resources as Record<string, object>).limits;
  expect(limits(hyperv(['ConfigurableHypervisor']))).toHaveProperty(['devices.kubevirt.io/mshv']);
  expect(limits(hyperv([]))).toHaveProperty(['devices.kubevirt.io/kvm']);
  expect(limits(hyperv(['ConfigurableHypervisor']), '1.7')).toHaveProperty(['devices.kubevirt.io/kvm']);
});

test('an instance type and a preference count', () => {
  const existing: KubeObject[] = [
    {
      apiVersion: 'instancetype.kubevirt.io/v1beta1',
      kind: 'VirtualMachineClusterInstancetype',
      metadata: { name: 'big' },
      spec: { cpu: { guest: 4 }, memory: { guest: '8Gi' } },
    },
    {
      apiVersion: 'instancetype.kubevirt.io/v1beta1',
      kind: 'VirtualMachineClusterPreference',
      metadata: { name: 'quiet' },
      spec: { devices: { preferredAutoattachGraphicsDevice: false } },
    },
  ];
  const vmObject = vm(
    { architecture: 's390x', domain: {} },
    {},
    { instancetype: { name: 'big' }, preference: { name: 'quiet' } },
  );
  // 8192 + 220 + 4 × 8 + 8 = 8452
  expect(compute(vmObject, existing).resources).toMatchObject({ requests: { cpu: '400m', memory: '8452Mi' } });
  expect(launcherPod(vmObject).pod).toBeUndefined();
  expect(launcherPod(vmObject).unknown).toHaveLength(2);
});

test('the device that a network names', () => {
  const attachment: KubeObject = {
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: { name: 'fast', namespace: 'net', annotations: { 'k8s.v1.cni.cncf.io/resourceName': 'x/vf' } },
  };
  const vmObject = vm({
    ...GUEST,
    domain: { ...GUEST.domain, devices: { interfaces: [{ name: 'a', sriov: {} }] } },
    networks: [{ name: 'a', multus: { networkName: 'net/fast' } }],
  });
  expect(compute(vmObject, [attachment], '1.7').resources).toMatchObject({ requests: { 'x/vf': '1' } });
  expect(launcherPod(vmObject, { target: { kubevirt: '1.7' } }).unknown).toContainEqual(
    expect.stringContaining('its NetworkAttachmentDefinition was not found'),
  );
});

test('no pod for what makes no guest, and none for an architecture that nobody runs on', () => {
  expect(() => launcherPod(kubevirt({}))).toThrow('KubeVirt makes no guest');
  expect(launcherPod(vm({ ...GUEST, architecture: 'riscv64' }))).toMatchObject({
    unknown: ['there will be no pod: KubeVirt runs on no architecture riscv64'],
  });
});

/** Every value of a kind that somebody may have written there. */
const ODD = [
  null,
  0,
  -1,
  1.5,
  1e308,
  Number.NaN,
  '',
  'x',
  '-5Gi',
  '1e999',
  true,
  [],
  {},
  [null],
  [[]],
  { name: 7 },
  ['a', { name: {} }],
];

/** Replaces one value after the other, also those inside lists. */
function* variants(value: unknown): Generator<unknown> {
  yield* ODD;
  const isList = Array.isArray(value);
  if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      for (const other of variants(part)) {
        yield isList ? value.map((each, i) => (i === Number(key) ? other : each)) : { ...value, [key]: other };
      }
    }
  }
}

const FULL = {
  ...GUEST,
  hostname: 'h',
  nodeSelector: { a: 'b' },
  affinity: {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [] }] } },
  },
  terminationGracePeriodSeconds: 30,
  tolerations: [{ key: 'a' }],
  resourceClaims: [{ name: 'c' }],
  livenessProbe: { exec: { command: ['x'] } },
  domain: {
    machine: { type: 'q35' },
    cpu: {
      cores: 2,
      sockets: 1,
      threads: 1,
      model: 'x',
      dedicatedCpuPlacement: true,
      isolateEmulatorThread: true,
      features: [{ name: 'invtsc', policy: 'forbid' }],
      realtime: {},
    },
    ioThreadsPolicy: 'supplementalPool',
    ioThreads: { supplementalPoolThreadCount: 2 },
    features: { hyperv: { vpindex: { enabled: true } } },
    firmware: { kernelBoot: { container: { image: 'k', imagePullSecret: 's' } } },
    memory: { guest: '1Gi', hugepages: { pageSize: '2Mi' }, reservedOverhead: { addedOverhead: '1Mi' } },
    launchSecurity: { sev: { policy: { encryptedState: true } } },
    resources: {
      requests: { memory: '1Gi', cpu: '1', 'x/y': '1' },
      limits: { memory: '2Gi', 'ephemeral-storage': '1G' },
    },
    devices: {
      gpus: [{ name: 'g', deviceName: 'x/gpu' }],
      hostDevices: [{ name: 'h', claimName: 'c', requestName: 'r' }],
      interfaces: [{ name: 'a', binding: { name: 'own' }, ports: [{ port: 80 }] }],
      filesystems: [{ name: 'f', virtiofs: {} }],
      disks: [{ name: 'd', lun: { reservation: true } }],
      tpm: { enabled: true },
    },
  },
  networks: [{ name: 'a', multus: { networkName: 'n', default: true } }],
  volumes: [
    { name: 'd', containerDisk: { image: 'i', imagePullSecret: 's' } },
    { name: 'f', serviceAccount: { serviceAccountName: 's' } },
  ],
};

const CONFIGURATION = {
  additionalGuestMemoryOverheadRatio: '1.2',
  autoCPULimitNamespaceLabelSelector: {
    matchLabels: { a: 'b' },
    matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }],
  },
  cpuRequest: '1',
  defaultRuntimeClass: 'r',
  hypervisors: [{ name: 'kvm' }],
  network: { binding: { own: { sidecarImage: 's', computeResourceOverhead: { requests: { memory: '1Mi' } } } } },
  permittedHostDevices: { pciHostDevices: [{ resourceName: 'x/gpu' }] },
  seccompConfiguration: { virtualMachineInstanceProfile: { customProfile: { localhostProfile: 'p' } } },
  supportContainerResources: [{ type: 'sidecar', resources: { requests: { cpu: '1m' }, limits: { memory: '1M' } } }],
  virtualMachineOptions: { disableSerialConsoleLog: {} },
  developerConfiguration: {
    cpuAllocationRatio: 10,
    diskVerification: { memoryLimit: '1Gi' },
    featureGates: ['Root'],
    memoryOvercommit: 100,
    minimumClusterTSCFrequency: 5,
    nodeSelectors: { a: 'b' },
    useEmulation: false,
  },
};

test.each(['1.5', '1.9'])('nothing that anybody writes breaks it, on KubeVirt %s', (release) => {
  const target = { kubevirt: release };
  const hard = { 'limits.cpu': '1', 'limits.memory': '1' };
  const quota: KubeObject = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q', namespace: 'shop' },
    spec: { hard },
  };
  const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { a: 'b' } } };
  const clusterWith = (configuration: unknown) =>
    new ClusterView([], { target, existing: [kubevirt(configuration as object), quota, namespace] });
  const cluster = clusterWith(CONFIGURATION);
  const pods = [
    ...[...variants(FULL)].map((spec) => explainPod(vm(spec as object), cluster)),
    ...[...variants(CONFIGURATION)].map((configuration) => explainPod(vm(FULL), clusterWith(configuration))),
  ].filter((found) => found?.pod !== undefined);
  expect(pods.length).toBeGreaterThan(500);
  expect(() => JSON.stringify(pods)).not.toThrow();
});

test('metadata of a template that is none', () => {
  for (const metadata of ODD) {
    expect(() => launcherPod(vm(GUEST, { metadata }))).not.toThrow();
    expect(() => launcherPod(vm(GUEST, { metadata: { labels: metadata, annotations: metadata } }))).not.toThrow();
  }
});

describe('what comes from around the VM', () => {
  const instancetype = (memory: object): KubeObject => ({
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind: 'VirtualMachineInstancetype',
    metadata: { name: 'small', namespace: 'shop' },
    spec: { cpu: { guest: 2 }, memory, annotations: { 'x.y/z': '1' } },
  });
  const preference: KubeObject = {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind: 'VirtualMachinePreference',
    metadata: { name: 'old', namespace: 'shop' },
    spec: { devices: { preferredInterfaceModel: 'e1000' }, annotations: { 'x.y/z': '2', 'p.q/r': 's' } },
  };
  const named = {
    instancetype: { kind: 'VirtualMachineInstancetype', name: 'small' },
    preference: { kind: 'VirtualMachinePreference', name: 'old' },
  };
  const typed = vm({ architecture: 'amd64', domain: { devices: {} } }, {}, named);
  const podOf = (object: KubeObject, existing: readonly KubeObject[]) =>
    launcherPod(object, { target: { kubevirt: '1.9' }, existing }).pod as Record<string, Record<string, unknown>>;

  test('annotations of the instance type come first, then those of the preference', () => {
    const { metadata } = podOf(typed, [instancetype({ guest: '2Gi' }), preference]);
    expect(metadata!.annotations).toMatchObject({ 'x.y/z': '1', 'p.q/r': 's' });
  });

  test('the card that KubeVirt adds has the model of the preference, and needs no vhost-net', () => {
    const limits = (...existing: KubeObject[]) =>
      (compute(typed, [instancetype({ guest: '2Gi' }), ...existing]).resources as Record<string, object>).limits;
    expect(limits(preference)).not.toHaveProperty(['devices.kubevirt.io/vhost-net']);
  });

  test('the annotation for an even number of CPUs comes from the KubeVirt resource', () => {
    const cpu = { cores: 4, dedicatedCpuPlacement: true, isolateEmulatorThread: true };
    const pinned = vm({ architecture: 'amd64', domain: { cpu, memory: { guest: '1Gi' } } });
    const parity = { 'alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity': '' };
    const cluster = (gates: string[]): KubeObject => {
      const found = kubevirt({ developerConfiguration: { featureGates: gates } });
      return { ...found, metadata: { ...found.metadata, annotations: parity } };
    };
    const cpus = (gates: string[]) =>
      (compute(pinned, [cluster(gates)]).resources as Record<string, Record<string, string>>).limits!.cpu;
    expect(cpus(['AlignCPUs'])).toBe('6');
    expect(cpus([])).toBe('5');
  });

  test('the lowest TSC frequency of the nodes that exist', () => {
    const node = (name: string, frequency: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels: {
          'kubernetes.io/arch': 'amd64',
          'kubevirt.io/schedulable': 'true',
          'cpu-timer.node.kubevirt.io/tsc-frequency': frequency,
        },
      },
    });
    const windows = vm({
      architecture: 'amd64',
      domain: { features: { hyperv: { reenlightenment: {} } }, memory: { guest: '1Gi' } },
    });
    const { spec } = podOf(windows, [node('a', '3000000000'), node('b', '2200000000')]);
    expect(spec!.nodeSelector).toMatchObject({ 'scheduling.node.kubevirt.io/tsc-frequency-2200000000': 'true' });
  });
});

describe('what virt-controller waits for', () => {
  const observed = {
    ...kubevirt({ developerConfiguration: { disabledFeatureGates: ['ExternalNetResourceInjection'] } }),
  };
  const running = { ...observed, status: { defaultArchitecture: 'amd64' } };
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'shop' } };
  const withVolume = (volume: object) => vm({ ...GUEST, volumes: [{ name: 'data', ...volume }] });
  const onClaim = withVolume({ persistentVolumeClaim: { claimName: 'data' } });
  const waiting = (object: KubeObject, existing: readonly KubeObject[]) => {
    const { pod, once, unknown } = launcherPod(object, { target: { kubevirt: '1.9' }, existing });
    return { isMade: pod !== undefined, isShown: (pod ?? once) !== undefined, unknown };
  };

  test('a claim that a running cluster lacks, in the words of virt-controller', () => {
    const { isMade, isShown, unknown } = waiting(onClaim, [running]);
    expect([isMade, isShown]).toEqual([false, true]);
    expect(unknown).toContain("there will be no pod until the PersistentVolumeClaim data exists: didn't find PVC data");
  });

  test.each<{ why: string; object: KubeObject; existing: readonly KubeObject[] }>([
    { why: 'the claim is there', object: onClaim, existing: [running, claim as KubeObject] },
    { why: 'no running cluster is at hand', object: onClaim, existing: [observed] },
    {
      why: 'a DataVolume makes it',
      object: withVolume({ dataVolume: { name: 'data' } }),
      existing: [
        running,
        { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', metadata: { name: 'data', namespace: 'shop' } },
      ],
    },
    {
      why: 'a claim that is hotplugged has a pod of its own',
      object: withVolume({ persistentVolumeClaim: { claimName: 'other', hotpluggable: true } }),
      existing: [running],
    },
  ])('there is a pod where $why', ({ object, existing }) => {
    expect(waiting(object, existing).isMade).toBe(true);
  });

  test('a network that is looked for, unless its device is injected', () => {
    const guest = vm({
      architecture: 'amd64',
      domain: { memory: { guest: '1Gi' }, devices: { interfaces: [{ name: 'b', bridge: {} }] } },
      networks: [{ name: 'b', multus: { networkName: 'vlan' } }],
    });
    expect(waiting(guest, [running]).unknown).toContain(
      'there will be no pod until the NetworkAttachmentDefinition shop/vlan exists: failed to locate network attachment definition shop/vlan',
    );
    const injected = { ...kubevirt({}), status: { defaultArchitecture: 'amd64' } };
    expect(waiting(guest, [injected]).isMade).toBe(true);
  });
});
