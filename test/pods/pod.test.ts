import { type Cluster, computeOf, podOf } from './cluster';

const GUEST = { domain: { memory: { guest: '1Gi' } } };
const guest = (domain: object, more: object = {}) => ({ domain: { memory: { guest: '1Gi' }, ...domain }, ...more });
const NEW: Cluster = { kubevirt: '1.9' };

/** What is around a guest with one CPU and nothing special, on amd64: 220 + 8 + 8 + 32, and page tables up to 1.6. */
const AROUND = 268;

interface Compute {
  readonly what: string;
  readonly spec: object;
  readonly cluster?: Cluster;
  readonly annotations?: Record<string, string>;
  readonly requests?: object;
  readonly limits?: object;
}

const configured = (configuration: object, more: Partial<Cluster> = {}): Cluster => ({
  ...NEW,
  configuration: configuration as Cluster['configuration'] & object,
  ...more,
});

test.each<Compute>([
  { what: 'a share of one CPU', spec: GUEST, requests: { cpu: '100m' }, limits: { cpu: undefined } },
  { what: '25 CPUs', spec: guest({ cpu: { cores: 25 } }), requests: { cpu: '2500m' } },
  {
    what: 'threads of a pool count as CPUs',
    spec: guest({ cpu: { cores: 4 }, ioThreads: { supplementalPoolThreadCount: 2 } }),
    requests: { cpu: '600m' },
  },
  {
    what: 'they did not before 1.6',
    spec: guest({ cpu: { cores: 4 }, ioThreads: { supplementalPoolThreadCount: 2 } }),
    cluster: { kubevirt: '1.4' },
    requests: { cpu: '400m' },
  },
  {
    what: 'a ratio of the cluster’s, which KubeVirt rounds up at a billionth',
    spec: GUEST,
    cluster: configured({ developerConfiguration: { cpuAllocationRatio: 3 } }),
    requests: { cpu: '333333334n' },
  },
  {
    what: 'a ratio of 0 is none, and KubeVirt’s own counts',
    spec: GUEST,
    cluster: configured({ developerConfiguration: { cpuAllocationRatio: 0 } }),
    requests: { cpu: '100m' },
  },
  {
    what: 'a request of your own',
    spec: guest({ cpu: { cores: 8 }, resources: { requests: { cpu: '1.5' } } }),
    requests: { cpu: '1500m' },
    limits: { cpu: undefined },
  },
  {
    what: 'a limit alone',
    spec: guest({ resources: { limits: { cpu: '2' } } }),
    requests: { cpu: '2' },
    limits: { cpu: '2' },
  },
  {
    what: 'the request of the cluster',
    spec: GUEST,
    cluster: configured({ cpuRequest: '250m' }),
    requests: { cpu: '250m' },
  },
  {
    what: 'the one that means nothing',
    spec: GUEST,
    cluster: configured({ cpuRequest: '0.1' }),
    requests: { cpu: '100m' },
  },
  {
    what: 'dedicated CPUs, and the memory limit with them',
    spec: guest({ cpu: { cores: 4, dedicatedCpuPlacement: true } }),
    requests: { cpu: '4', memory: `${1024 + 220 + 32 + 8 + 32 + 100}Mi` },
    limits: { cpu: '4', memory: `${1024 + 220 + 32 + 8 + 32 + 100}Mi` },
  },
  {
    what: 'up to 1.5.1 the limit alone, which counts as the request',
    spec: guest({ cpu: { cores: 4, dedicatedCpuPlacement: true } }),
    cluster: { kubevirt: '1.5.1' },
    requests: { cpu: undefined },
    limits: { cpu: '4' },
  },
  {
    what: 'and one more for the emulator thread',
    spec: guest({ cpu: { cores: 4, dedicatedCpuPlacement: true, isolateEmulatorThread: true } }),
    requests: { cpu: '5' },
    limits: { cpu: '5' },
  },
  {
    what: 'or two, where that makes it even',
    spec: guest({ cpu: { cores: 4, dedicatedCpuPlacement: true, isolateEmulatorThread: true } }),
    annotations: { 'alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity': '' },
    requests: { cpu: '6' },
    limits: { cpu: '6' },
  },
  { what: 'a guest', spec: GUEST, requests: { memory: `${1024 + AROUND}Mi` }, limits: { memory: undefined } },
  {
    what: 'a guest on 1.6.3, with its page tables',
    spec: GUEST,
    cluster: { kubevirt: '1.6.3' },
    requests: { memory: `${1024 + AROUND + 2}Mi` },
  },
  {
    what: 'memory in powers of ten stays so',
    spec: { domain: { memory: { guest: '1G' } } },
    requests: { memory: String(1_000_000_000 + AROUND * 1024 * 1024) },
  },
  {
    what: 'a request and a limit',
    spec: { domain: { resources: { requests: { memory: '1Gi' }, limits: { memory: '2Gi' } } } },
    requests: { memory: `${1024 + AROUND + 2}Mi` },
    limits: { memory: `${2048 + AROUND + 2}Mi` },
  },
  {
    what: 'a limit alone',
    spec: { domain: { resources: { limits: { memory: '2Gi' } } } },
    requests: { memory: `${2048 + AROUND}Mi` },
    limits: { memory: `${2048 + AROUND}Mi` },
  },
  {
    what: 'overcommitted memory',
    spec: guest({ memory: { guest: '3Gi' } }),
    cluster: configured({ developerConfiguration: { memoryOvercommit: 150 } }),
    requests: { memory: `${2048 + AROUND}Mi` },
  },
  {
    what: 'overhead that is overcommitted',
    spec: guest({ resources: { overcommitGuestOverhead: true } }),
    requests: { memory: '1Gi' },
  },
  {
    what: 'huge pages',
    spec: guest({ memory: { guest: '1Gi', hugepages: { pageSize: '2Mi' } } }),
    requests: { 'hugepages-2Mi': '1Gi', memory: `${AROUND}Mi` },
    limits: { 'hugepages-2Mi': '1Gi', memory: undefined },
  },
  {
    what: 'huge pages, and more memory than the guest has',
    spec: guest({
      memory: { guest: '1Gi', hugepages: { pageSize: '1Gi' } },
      resources: { requests: { memory: '2Gi' }, limits: { memory: '3Gi' } },
    }),
    requests: { 'hugepages-1Gi': '1Gi', memory: `${1024 + AROUND + 4}Mi` },
    limits: { 'hugepages-1Gi': '1Gi', memory: `${2048 + AROUND + 4}Mi` },
  },
  {
    what: 'a quota of both',
    spec: guest({ cpu: { cores: 2 } }),
    cluster: { ...NEW, limitedByQuota: ['cpu', 'memory'] },
    requests: { cpu: '200m', memory: `${1024 + AROUND + 8}Mi` },
    limits: { cpu: '2', memory: `${2 * (1024 + AROUND + 8)}Mi` },
  },
  {
    what: 'a quota without its gate, up to 1.4',
    spec: GUEST,
    cluster: { kubevirt: '1.4', limitedByQuota: ['cpu', 'memory'] },
    limits: { cpu: undefined, memory: undefined },
  },
  {
    what: 'a ratio of the namespace',
    spec: GUEST,
    cluster: {
      ...NEW,
      limitedByQuota: ['memory'],
      namespaceLabels: { 'alpha.kubevirt.io/auto-memory-limits-ratio': '1.25' },
    },
    limits: { cpu: undefined, memory: `${1.25 * (1024 + AROUND)}Mi` },
  },
  {
    what: 'labels of the namespace',
    spec: guest({ cpu: { cores: 2 } }),
    cluster: configured(
      { autoCPULimitNamespaceLabelSelector: { matchLabels: { billed: 'yes' } } },
      { namespaceLabels: { billed: 'yes' } },
    ),
    limits: { cpu: '2', memory: undefined },
  },
  {
    what: 'what the launcher writes',
    spec: guest({ resources: { requests: { 'ephemeral-storage': '1G' }, limits: { 'ephemeral-storage': '2G' } } }),
    requests: { 'ephemeral-storage': '1050M' },
    limits: { 'ephemeral-storage': '2050M' },
  },
  {
    what: 'every launcher’s devices',
    spec: GUEST,
    limits: { 'devices.kubevirt.io/kvm': '1', 'devices.kubevirt.io/tun': '1', 'devices.kubevirt.io/vhost-net': '1' },
    requests: { 'devices.kubevirt.io/kvm': undefined },
  },
  {
    what: 'none but a network where everything is emulated',
    spec: GUEST,
    cluster: configured({ developerConfiguration: { useEmulation: true } }),
    limits: {
      'devices.kubevirt.io/kvm': undefined,
      'devices.kubevirt.io/tun': '1',
      'devices.kubevirt.io/vhost-net': undefined,
    },
  },
  {
    what: 'no network at all',
    spec: guest({ devices: { autoattachPodInterface: false } }),
    limits: { 'devices.kubevirt.io/tun': undefined, 'devices.kubevirt.io/vhost-net': undefined },
  },
  {
    what: 'a card that is not virtio',
    spec: guest({ devices: { interfaces: [{ name: 'a', model: 'e1000e', bridge: {} }] } }),
    limits: { 'devices.kubevirt.io/tun': '1', 'devices.kubevirt.io/vhost-net': undefined },
  },
  {
    what: 'Hyper-V',
    spec: GUEST,
    cluster: {
      ...NEW,
      hypervisor: {
        name: 'hyperv-direct',
        device: 'mshv',
        overheads: { launcherMonitor: 25, launcher: 100, virtlogd: 25, daemon: 40, vmm: 30 },
      },
    },
    limits: { 'devices.kubevirt.io/mshv': '1', 'devices.kubevirt.io/kvm': undefined },
  },
  {
    what: 'vsock, SNP and a reserved disk',
    spec: guest({
      launchSecurity: { snp: {} },
      devices: { autoattachVSOCK: true, disks: [{ name: 'a', lun: { reservation: true } }] },
    }),
    requests: { 'devices.kubevirt.io/sev': '1', 'devices.kubevirt.io/pr-helper': '1' },
    limits: {
      'devices.kubevirt.io/vhost-vsock': '1',
      'devices.kubevirt.io/sev': '1',
      'devices.kubevirt.io/pr-helper': '1',
    },
  },
  {
    what: 'TDX, a device since 1.9',
    spec: guest({ launchSecurity: { tdx: {} } }),
    cluster: { kubevirt: '1.8' },
    limits: { 'devices.kubevirt.io/tdx': undefined, 'devices.kubevirt.io/sev': undefined },
  },
  { what: 'TDX', spec: guest({ launchSecurity: { tdx: {} } }), limits: { 'devices.kubevirt.io/tdx': '1' } },
  {
    what: 'IOMMUFD, for everybody',
    spec: GUEST,
    cluster: { ...NEW, gates: ['IOMMUFD'] },
    limits: { 'devices.kubevirt.io/iommufd': '1' },
  },
  {
    what: 'GPUs and other devices of the host',
    spec: guest({
      devices: {
        gpus: [
          { name: 'a', deviceName: 'x/gpu' },
          { name: 'b', deviceName: 'x/gpu' },
        ],
        hostDevices: [
          { name: 'c', deviceName: 'x/nic' },
          { name: 'd', claimName: 'd', requestName: 'one' },
        ],
      },
    }),
    requests: { 'x/gpu': '2', 'x/nic': '1' },
    limits: { 'x/gpu': '2', 'x/nic': '1' },
  },
  {
    what: 'the device of a network, which something else injects since 1.9',
    spec: guest({}, { networks: [{ name: 'a', multus: { networkName: 'fast' } }] }),
    cluster: { kubevirt: '1.8', networkResource: () => 'x/vf' },
    requests: { 'x/vf': '1' },
    limits: { 'x/vf': '1' },
  },
])('resources: $what', ({ spec, cluster = NEW, annotations = {}, requests = {}, limits = {} }) => {
  const found = computeOf(spec as Record<string, unknown>, cluster, { annotations });
  expect({ requests: alike(found.requests, requests), limits: alike(found.limits, limits) }).toEqual({
    requests,
    limits,
  });
});

/** Of a map what another one has too. */
function alike(map: unknown, other: object): object {
  return Object.fromEntries(
    Object.keys(other).map((key) => [key, (map as Record<string, unknown> | undefined)?.[key]]),
  );
}

test('claims of the VM, where the gates let them', () => {
  const resourceClaims = [{ name: 'card', resourceClaimName: 'mine' }];
  const gpus = [{ name: 'a', claimName: 'card', requestName: 'one' }];
  const spec = guest({ devices: { gpus } }, { resourceClaims });
  expect(computeOf(spec, NEW).claims).toEqual([{ name: 'card', request: 'one' }]);
  expect(podOf(spec, NEW).get(['spec', 'resourceClaims'])).toEqual(resourceClaims);
  expect(computeOf(spec, { ...NEW, off: ['GPUsWithDRA'] }).claims).toBeUndefined();
  expect(computeOf(spec, { kubevirt: '1.8' }).claims).toBeUndefined();
});

interface Containers {
  readonly what: string;
  readonly spec: object;
  readonly cluster?: Cluster;
  readonly annotations?: Record<string, string>;
  readonly names: string[];
  readonly init: string[];
}

const DISK = guest({}, { volumes: [{ name: 'os', containerDisk: { image: 'quay.io/x/y:1' } }] });

test.each<Containers>([
  { what: 'a guest', spec: GUEST, names: [], init: ['guest-console-log'] },
  { what: 'a guest up to 1.5', spec: GUEST, cluster: { kubevirt: '1.5' }, names: ['guest-console-log'], init: [] },
  { what: 'no serial console', spec: guest({ devices: { autoattachSerialConsole: false } }), names: [], init: [] },
  {
    what: 'no log by the cluster’s choice',
    spec: GUEST,
    cluster: configured({ virtualMachineOptions: { disableSerialConsoleLog: {} } }),
    names: [],
    init: [],
  },
  {
    what: 'a log against the cluster’s choice',
    spec: guest({ devices: { logSerialConsole: true } }),
    cluster: configured({ virtualMachineOptions: { disableSerialConsoleLog: {} } }),
    names: [],
    init: ['guest-console-log'],
  },
  { what: 'a container disk that is a volume', spec: DISK, names: [], init: ['guest-console-log', 'volumeos'] },
  {
    what: 'a container disk that is a volume, in 1.6',
    spec: DISK,
    cluster: { kubevirt: '1.6', gates: ['ImageVolume'] },
    names: [],
    init: ['guest-console-log'],
  },
  {
    what: 'a container disk that is none',
    spec: DISK,
    cluster: { kubevirt: '1.8' },
    names: ['volumeos'],
    init: ['guest-console-log', 'container-disk-binary', 'volumeos-init'],
  },
  {
    what: 'a kernel from an image',
    spec: guest({ firmware: { kernelBoot: { container: { image: 'k' } } } }),
    cluster: { ...NEW, off: ['ImageVolume'] },
    names: ['volumekernel-boot-volume'],
    init: ['guest-console-log', 'container-disk-binary', 'volumekernel-boot-volume-init'],
  },
  {
    what: 'a file system, and one that a webhook adds',
    spec: guest(
      {
        devices: {
          filesystems: [
            { name: 'data', virtiofs: {} },
            { name: 'token', virtiofs: {} },
          ],
        },
      },
      {
        volumes: [
          { name: 'data', persistentVolumeClaim: {} },
          { name: 'token', containerPath: { path: '/x' } },
        ],
      },
    ),
    names: ['virtiofs-data'],
    init: ['guest-console-log'],
  },
  {
    what: 'sidecars of the annotation and of a network',
    spec: guest({ devices: { interfaces: [{ name: 'a', binding: { name: 'slirp' } }] } }),
    cluster: configured({ network: { binding: { slirp: { sidecarImage: 'quay.io/x/slirp' } } } }),
    annotations: { 'hooks.kubevirt.io/hookSidecars': '[{"image": "quay.io/x/hook"}]' },
    names: ['hook-sidecar-0', 'hook-sidecar-1'],
    init: ['guest-console-log'],
  },
])('containers: $what', ({ spec, cluster = NEW, annotations = {}, names, init }) => {
  const { pod } = podOf(spec as Record<string, unknown>, cluster, { annotations });
  const { containers, initContainers = [] } = pod.spec as Record<string, { name: string }[]>;
  expect(containers?.slice(1).map(({ name }) => name)).toEqual(names);
  expect(initContainers.map(({ name }) => name)).toEqual(init);
});

const RESOURCES = (cluster: Cluster, domain: object = {}) => {
  const volumes = [
    { name: 'os', containerDisk: { image: 'i' } },
    { name: 'data', persistentVolumeClaim: {} },
  ];
  const { pod } = podOf(
    guest({ devices: { filesystems: [{ name: 'data', virtiofs: {} }] }, ...domain }, { volumes }),
    cluster,
    { annotations: { 'hooks.kubevirt.io/hookSidecars': '[{"image": "h"}]' } },
  );
  const { containers, initContainers } = pod.spec as Record<string, { name: string; resources: object }[]>;
  return Object.fromEntries(
    [...containers!.slice(1), ...initContainers!].map(({ name, resources }) => [name, resources]),
  );
};

test('what the containers beside the guest’s ask for', () => {
  const disk = {
    requests: { cpu: '1m', memory: '1M', 'ephemeral-storage': '50M' },
    limits: { cpu: '10m', memory: '40M' },
  };
  expect(RESOURCES({ kubevirt: '1.8' })).toEqual({
    volumeos: disk,
    'volumeos-init': disk,
    'container-disk-binary': { requests: { cpu: '10m', memory: '1M' }, limits: { cpu: '100m', memory: '40M' } },
    'guest-console-log': { requests: { cpu: '5m', memory: '35M' }, limits: { cpu: '15m', memory: '60M' } },
    'virtiofs-data': { requests: { cpu: '10m', memory: '1M' }, limits: { cpu: '100m', memory: '80M' } },
    'hook-sidecar-0': { requests: {}, limits: {} },
  });
});

test('as much as their limits, where the pod is to be Guaranteed', () => {
  const both = (cpu: string, memory: string) => ({ requests: { cpu, memory }, limits: { cpu, memory } });
  expect(RESOURCES({ kubevirt: '1.8' }, { cpu: { cores: 2, dedicatedCpuPlacement: true } })).toMatchObject({
    volumeos: both('10m', '40M'),
    'container-disk-binary': both('10m', '40M'),
    'guest-console-log': both('15m', '60M'),
    'virtiofs-data': both('100m', '80M'),
    'hook-sidecar-0': both('200m', '64M'),
  });
});

test('what the KubeVirt resource says for each of them', () => {
  const told = (type: string) => ({ type, resources: { requests: { cpu: '7m' }, limits: { memory: '70M' } } });
  const supportContainerResources = ['container-disk', 'guest-console-log', 'virtiofs', 'sidecar'].map(told);
  const changed = { requests: { cpu: '7m' }, limits: { memory: '70M' } };
  expect(RESOURCES({ kubevirt: '1.8', configuration: { supportContainerResources } })).toMatchObject({
    volumeos: changed,
    'container-disk-binary': changed,
    'guest-console-log': changed,
    'virtiofs-data': changed,
    'hook-sidecar-0': changed,
  });
});

interface Selected {
  readonly what: string;
  readonly spec?: object;
  readonly cluster?: Cluster;
  readonly on?: 'amd64' | 'arm64' | 's390x';
  /** Beside virt-handler runs there. */
  readonly labels: Record<string, string>;
}

const Q35 = { 'machine-type.node.kubevirt.io/q35': 'true' };

test.each<Selected>([
  { what: 'a guest', labels: { 'kubernetes.io/arch': 'amd64', ...Q35 } },
  { what: 'a guest up to 1.5', cluster: { kubevirt: '1.5' }, labels: { 'kubernetes.io/arch': 'amd64' } },
  {
    what: 'a guest on s390x',
    on: 's390x',
    labels: { 'kubernetes.io/arch': 's390x', 'machine-type.node.kubevirt.io/s390-ccw-virtio': 'true' },
  },
  {
    what: 'the cluster’s choice, below the VM’s',
    spec: { ...GUEST, nodeSelector: { zone: 'b', 'kubernetes.io/arch': 'arm64' } },
    cluster: configured({ developerConfiguration: { nodeSelectors: { zone: 'a', disk: 'ssd' } } }),
    labels: { 'kubernetes.io/arch': 'arm64', zone: 'b', disk: 'ssd', ...Q35 },
  },
  {
    what: 'dedicated CPUs',
    spec: guest({ cpu: { cores: 2, dedicatedCpuPlacement: true } }),
    labels: { 'kubernetes.io/arch': 'amd64', 'kubevirt.io/cpumanager': 'true', ...Q35 },
  },
  {
    what: 'dedicated CPUs up to 1.7',
    spec: guest({ cpu: { cores: 2, dedicatedCpuPlacement: true } }),
    cluster: { kubevirt: '1.7' },
    labels: { 'kubernetes.io/arch': 'amd64', cpumanager: 'true', ...Q35 },
  },
  {
    what: 'a CPU model and features',
    spec: guest({
      cpu: {
        model: 'Skylake',
        features: [{ name: 'a' }, { name: 'b', policy: 'require' }, { name: 'c', policy: 'optional' }],
      },
    }),
    labels: {
      'kubernetes.io/arch': 'amd64',
      'cpu-model.node.kubevirt.io/Skylake': 'true',
      'cpu-feature.node.kubevirt.io/a': 'true',
      'cpu-feature.node.kubevirt.io/b': 'true',
      ...Q35,
    },
  },
  {
    what: 'Windows, strictly',
    spec: guest({ features: { hyperv: { vpindex: {}, synic: { enabled: false }, evmcs: {} } } }),
    cluster: { ...NEW, gates: ['HypervStrictCheck'] },
    labels: {
      'kubernetes.io/arch': 'amd64',
      'hyperv.node.kubevirt.io/vpindex': 'true',
      'cpu-vendor.node.kubevirt.io/Intel': 'true',
      'cpu-feature.node.kubevirt.io/vmx': 'true',
      ...Q35,
    },
  },
  {
    what: 'SEV-ES and real time',
    spec: guest({ cpu: { cores: 1, realtime: {} }, launchSecurity: { sev: { policy: { encryptedState: true } } } }),
    labels: {
      'kubernetes.io/arch': 'amd64',
      'kubevirt.io/realtime': 'true',
      'kubevirt.io/sev': 'true',
      'kubevirt.io/sev-es': 'true',
      ...Q35,
    },
  },
  {
    what: 'SNP, which is SEV too',
    spec: guest({ launchSecurity: { snp: {} } }),
    labels: { 'kubernetes.io/arch': 'amd64', 'kubevirt.io/sev': 'true', 'kubevirt.io/sev-snp': 'true', ...Q35 },
  },
  {
    what: 'Secure Execution',
    spec: guest({ launchSecurity: {} }),
    on: 's390x',
    labels: {
      'kubernetes.io/arch': 's390x',
      'machine-type.node.kubevirt.io/s390-ccw-virtio': 'true',
      'kubevirt.io/s390-pv': 'true',
    },
  },
  {
    what: 'a fixed frequency',
    spec: guest({ cpu: { cores: 1, features: [{ name: 'invtsc', policy: 'force' }] } }),
    cluster: { ...NEW, tscFrequency: 2000000 },
    labels: { 'kubernetes.io/arch': 'amd64', 'scheduling.node.kubevirt.io/tsc-frequency-2000000': 'true', ...Q35 },
  },
  {
    what: 'another architecture, emulated',
    spec: { ...GUEST, nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
    cluster: { ...NEW, gates: ['CrossArchitectureVirtualization'] },
    on: 'arm64',
    labels: { 'kubevirt.io/vm-arch-arm64': 'true', 'machine-type.node.kubevirt.io/virt': 'true' },
  },
])('node selector: $what', ({ spec = GUEST, cluster = NEW, on = 'amd64', labels }) => {
  const draft = podOf(spec as Record<string, unknown>, cluster, { architecture: on });
  expect(draft.get(['spec', 'nodeSelector'])).toEqual({ 'kubevirt.io/schedulable': 'true', ...labels });
});

const nodeAffinity = (spec: object, cluster: Cluster = NEW) =>
  podOf(spec as Record<string, unknown>, cluster).get(['spec', 'affinity', 'nodeAffinity']);
const OBSOLETE = { key: 'node-labeller.kubevirt.io/obsolete-host-model', operator: 'DoesNotExist' };
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

test('no node whose own model is obsolete, in every term that the VM has', () => {
  const zone = { key: 'zone', operator: 'Exists' };
  const affinity = { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [zone] }, {}] } } };
  expect(nodeAffinity(GUEST)).toEqual({ [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [OBSOLETE] }] } });
  expect(nodeAffinity({ ...GUEST, affinity })).toEqual({
    [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [zone, OBSOLETE] }, { matchExpressions: [OBSOLETE] }] },
  });
  expect(affinity.nodeAffinity[REQUIRED].nodeSelectorTerms[1]).toEqual({});
});

test('no node with a feature that the guest forbids', () => {
  const spec = guest({ cpu: { cores: 1, model: 'host-passthrough', features: [{ name: 'hle', policy: 'forbid' }] } });
  expect(nodeAffinity(spec)).toEqual({
    [REQUIRED]: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'cpu-feature.node.kubevirt.io/hle', operator: 'DoesNotExist' }] },
      ],
    },
  });
});

test('nodes of the own architecture rather than those that emulate it', () => {
  expect(nodeAffinity(GUEST, { ...NEW, gates: ['CrossArchitectureVirtualization'] })).toMatchObject({
    [PREFERRED]: [
      {
        weight: 100,
        preference: { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }] },
      },
    ],
  });
});

test('labels and annotations, without those that stay with the instance', () => {
  const { pod } = podOf(guest({ devices: { interfaces: [{ name: 'a', masquerade: {} }] } }), NEW, {
    uid: '1-2',
    labels: { app: 'web', 'kubevirt.io': 'mine' },
    annotations: {
      note: 'x',
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      'sidecar.istio.io/inject': 'true',
    },
  });
  expect(pod).toMatchObject({ metadata: { generateName: 'virt-launcher-web-', namespace: 'shop' } });
  const { labels, annotations } = pod.metadata as Record<string, Record<string, string>>;
  expect(labels).toEqual({
    app: 'web',
    'kubevirt.io': 'virt-launcher',
    'kubevirt.io/created-by': '1-2',
    'vm.kubevirt.io/name': 'web',
    'vmi.kubevirt.io/id': 'web',
    'sidecar.istio.io/inject': 'true',
  });
  expect(Object.keys(annotations!).filter((key) => !key.includes('velero'))).toEqual([
    'kubevirt.io/domain',
    'note',
    'sidecar.istio.io/inject',
    'kubectl.kubernetes.io/default-container',
    'kubevirt.io/migrationTransportUnix',
    'descheduler.alpha.kubernetes.io/request-evict-only',
    'traffic.sidecar.istio.io/kubevirtInterfaces',
    'istio.io/reroute-virtual-interfaces',
    'kubevirt.io/memory-overhead-bytes',
  ]);
  expect(pod).toMatchObject({ spec: { automountServiceAccountToken: true } });
});

test('who it runs as', () => {
  const security = (cluster: Cluster) => podOf(GUEST, cluster).pod.spec as Record<string, unknown>;
  expect(security(NEW).securityContext).toEqual({ runAsUser: 107, runAsGroup: 107, runAsNonRoot: true, fsGroup: 107 });
  expect(security({ ...NEW, gates: ['Root'] }).securityContext).toEqual({ runAsUser: 0, fsGroup: 107 });
  expect(security({ kubevirt: '1.5', gates: ['Root'] }).securityContext).toEqual({ runAsUser: 0 });
  expect(security({ ...NEW, gates: ['Root'] }).containers).toMatchObject([
    { securityContext: { runAsUser: 0, runAsNonRoot: false, capabilities: { add: ['NET_BIND_SERVICE', 'SYS_NICE'] } } },
  ]);
  const configuration = {
    seccompConfiguration: { virtualMachineInstanceProfile: { customProfile: { runtimeDefaultProfile: true } } },
    selinuxLauncherType: 'x_t',
  };
  expect(security({ ...NEW, configuration }).securityContext).toMatchObject({
    seccompProfile: { type: 'RuntimeDefault' },
    seLinuxOptions: { type: 'x_t' },
  });
});

describe('what containers beside the guest’s may do', () => {
  const spec = { ...GUEST, volumes: [{ name: 'os', containerDisk: { image: 'x' } }] };
  const annotations = { 'hooks.kubevirt.io/hookSidecars': '[{"image":"hook"}]' };
  const drop = { capabilities: { drop: ['ALL'] } };
  const qemu = { runAsUser: 107, runAsNonRoot: true, allowPrivilegeEscalation: false };
  const securityOf = (cluster: Cluster) => {
    const { containers, initContainers } = podOf(spec, cluster, { annotations }).pod.spec as Record<
      string,
      { name: string; securityContext: object }[]
    >;
    const all = [...containers!, ...initContainers!].filter(({ name }) => name !== 'compute');
    return Object.fromEntries(all.map(({ name, securityContext }) => [name, securityContext]));
  };
  const OLD = { kubevirt: '1.8' };

  test('not root', () => {
    expect(securityOf(OLD)).toEqual({
      volumeos: { ...qemu, ...drop },
      'hook-sidecar-0': { ...qemu, runAsGroup: 107, ...drop },
      'guest-console-log': { ...qemu, ...drop },
      'container-disk-binary': { ...qemu, runAsGroup: 107, ...drop },
      'volumeos-init': { ...qemu, ...drop },
    });
  });

  test('root, where the gate is on', () => {
    expect(securityOf({ ...OLD, gates: ['Root'] })).toMatchObject({
      volumeos: { ...qemu, ...drop },
      'hook-sidecar-0': { runAsUser: 0, runAsNonRoot: false },
      'container-disk-binary': { runAsUser: 0, runAsNonRoot: false, ...drop },
    });
  });

  test('no categories of SELinux in those that stay, where the gate is on', () => {
    const gates = ['DockerSELinuxMCSWorkaround'];
    const found = securityOf({ ...OLD, gates, configuration: { selinuxLauncherType: 'x_t' } });
    expect(found.volumeos).toEqual({ ...qemu, ...drop, seLinuxOptions: { type: 'x_t', level: 's0' } });
    expect(found['volumeos-init']).toEqual({ ...qemu, ...drop });
  });
});

test('a name that is too long for a label is cut, with a part of its hash', () => {
  const labelOf = (name: string) => podOf(GUEST, NEW, { name }).get(['metadata', 'labels', 'vmi.kubevirt.io/id']);
  expect(labelOf('y'.repeat(63))).toBe('y'.repeat(63));
  expect(labelOf(`a${'b'.repeat(63)}`)).toBe(`a${'b'.repeat(53)}-f3b989ff`);
});

test('no pod where the guest is bridged to the pod network and may not be', () => {
  const refused = configured({ network: { permitBridgeInterfaceOnPodNetwork: false } });
  expect(podOf(GUEST, refused).failures).toEqual([expect.stringContaining('permitBridgeInterfaceOnPodNetwork')]);
  const card = { devices: { interfaces: [{ name: 'default', masquerade: {} }] } };
  expect(podOf({ ...guest(card), networks: [{ name: 'default', pod: {} }] }, refused).failures).toEqual([]);
});

test('what the pod takes from the VM and from the KubeVirt resource', () => {
  const spec = {
    ...GUEST,
    tolerations: [{ key: 'a', operator: 'Exists' }],
    priorityClassName: 'high',
    schedulerName: 'mine',
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
    terminationGracePeriodSeconds: 180,
    volumes: [{ name: 'sa', serviceAccount: { serviceAccountName: 'robot' } }],
  };
  expect(podOf(spec, configured({ defaultRuntimeClass: 'slow' })).pod.spec).toMatchObject({
    tolerations: spec.tolerations,
    priorityClassName: 'high',
    schedulerName: 'mine',
    topologySpreadConstraints: spec.topologySpreadConstraints,
    terminationGracePeriodSeconds: 210,
    runtimeClassName: 'slow',
    serviceAccountName: 'robot',
    automountServiceAccountToken: true,
    restartPolicy: 'Never',
  });
});

test('a grace period below 0 is taken as it is said', () => {
  const { pod } = podOf({ ...GUEST, terminationGracePeriodSeconds: -1 }, NEW);
  expect(pod.spec).toMatchObject({ terminationGracePeriodSeconds: 29 });
});

test('the words that gates and the cluster put into the command', () => {
  const words = (cluster: Cluster, annotations = {}) =>
    podOf(GUEST, cluster, { annotations }).get(['spec', 'containers', 0, 'command']) as string[];
  expect(words({ kubevirt: '1.3' }).slice(1)).toEqual(
    ['--name', 'web', '--namespace', 'shop', '--grace-period-seconds', '45', '--hook-sidecars', '0'].concat([
      '--ovmf-path',
      '/usr/share/OVMF',
      '--run-as-nonroot',
    ]),
  );
  expect(words(NEW)).toEqual(expect.arrayContaining(['--hypervisor', 'kvm', '--image-volume', '/usr/share/edk2/ovmf']));
  expect(words(NEW, { 'kubevirt.io/libvirt-log-filters': '1:qemu' })).toEqual(
    expect.arrayContaining(['--libvirt-log-filters', '1:qemu']),
  );
  expect(words({ ...NEW, gates: ['Root'] })).not.toContain('--run-as-nonroot');
});

test.each<{ what: string; spec: object; cluster?: Cluster; annotations?: Record<string, string>; failure: string }>([
  { what: 'no memory', spec: {}, failure: 'no memory' },
  {
    what: 'a device that is not permitted',
    spec: guest({ devices: { gpus: [{ name: 'a', deviceName: 'x/gpu' }] } }),
    cluster: configured({ permittedHostDevices: {} }),
    failure: 'x/gpu is not in permittedHostDevices',
  },
  {
    what: 'a binding that nobody registered',
    spec: guest({ devices: { interfaces: [{ name: 'a', binding: { name: 'own' } }] } }),
    failure: 'no network binding own',
  },
  {
    what: 'hooks that are no JSON',
    spec: GUEST,
    annotations: { 'hooks.kubevirt.io/hookSidecars': '[' },
    failure: 'JSON',
  },
])('no pod: $what', ({ spec, cluster = NEW, annotations = {}, failure }) => {
  const { failures } = podOf(spec as Record<string, unknown>, cluster, { annotations });
  expect(failures).toEqual([expect.stringContaining(failure)]);
});

test('every line has a reason and a source', () => {
  const { lines } = podOf(DISK, { ...NEW, image: 'quay.io/kubevirt/virt-launcher:v1.9.0' });
  expect(lines.filter(({ reason, source }) => reason === '' || source === '')).toEqual([]);
  expect(
    lines.find(({ path }) => path === 'spec.containers[compute].resources.limits["devices.kubevirt.io/kvm"]'),
  ).toMatchObject({
    value: '1',
  });
});
