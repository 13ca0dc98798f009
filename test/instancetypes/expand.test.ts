import { expandVm, type Lookup } from '../../src/instancetypes/expand';

const TYPE = {
  cpu: { guest: 4, maxSockets: 8, dedicatedCPUPlacement: true },
  memory: { guest: '8Gi', overcommitPercent: 25 },
  nodeSelector: { rack: '7' },
};

const vm = (part: object = {}) => ({
  spec: { instancetype: { name: 'small' }, preference: { name: 'linux' }, ...part },
  path: 'spec',
});

const lookup =
  (type: object | undefined, preference: object | undefined): Lookup =>
  (kind, name) => {
    const spec = /instancetype/i.test(kind) ? type : preference;
    return spec === undefined
      ? undefined
      : { apiVersion: 'instancetype.kubevirt.io/v1beta1', kind, metadata: { name }, spec };
  };

const expand = (template: object, type?: object, preference?: object, kubevirt = '1.9', part: object = {}) =>
  expandVm(
    vm({
      ...(type === undefined ? { instancetype: undefined } : {}),
      ...(preference === undefined ? { preference: undefined } : {}),
      ...part,
    }),
    'shop',
    template as Record<string, unknown>,
    lookup(type, preference),
    kubevirt,
  );

test('a machine without either is itself', () => {
  const template = { domain: { devices: {} } };
  const { spec, filled, missing } = expand(template);
  expect(spec).toBe(template);
  expect([filled, missing]).toEqual([[], []]);
});

test('an instance type sets CPUs, memory and the rest', () => {
  const { spec, refused, filled } = expand({ domain: { devices: {} } }, TYPE);
  expect(refused).toEqual([]);
  expect(spec).toEqual({
    domain: {
      devices: {},
      cpu: { sockets: 4, cores: 1, threads: 1, maxSockets: 8, dedicatedCpuPlacement: true },
      memory: { guest: '8Gi' },
      resources: { requests: { memory: String(6 * 2 ** 30) } },
    },
    nodeSelector: { rack: '7' },
  });
  expect(filled).toContainEqual(expect.objectContaining({ path: 'domain.memory.guest', from: 'instancetype' }));
});

test.each<[string, object, object]>([
  ['sockets', {}, { sockets: 8, cores: 1, threads: 1 }],
  ['cores', { cpu: { preferredCPUTopology: 'cores' } }, { sockets: 1, cores: 8, threads: 1 }],
  ['cores by the old name', { cpu: { preferredCPUTopology: 'preferCores' } }, { sockets: 1, cores: 8, threads: 1 }],
  ['threads', { cpu: { preferredCPUTopology: 'threads' } }, { sockets: 1, cores: 1, threads: 8 }],
  ['any', { cpu: { preferredCPUTopology: 'any' } }, { sockets: 8, cores: 1, threads: 1 }],
  ['spread', { cpu: { preferredCPUTopology: 'spread' } }, { sockets: 4, cores: 2, threads: 1 }],
  [
    'spread by an old ratio',
    { cpu: { preferredCPUTopology: 'preferSpread' }, preferSpreadSocketToCoreRatio: 4 },
    { sockets: 2, cores: 4, threads: 1 },
  ],
  [
    'spread over cores and threads',
    { cpu: { preferredCPUTopology: 'spread', spreadOptions: { across: 'CoresThreads' } } },
    { sockets: 1, cores: 4, threads: 2 },
  ],
  [
    'spread over all three',
    { cpu: { preferredCPUTopology: 'spread', spreadOptions: { across: 'SocketsCoresThreads', ratio: 4 } } },
    { sockets: 1, cores: 4, threads: 2 },
  ],
])('eight CPUs become %s', (_name, preference, expected) => {
  const { spec, refused } = expand({ domain: {} }, { cpu: { guest: 8 }, memory: { guest: '1Gi' } }, preference);
  expect(refused).toEqual([]);
  expect(spec).toHaveProperty('domain.cpu', expected);
});

test.each<[string, object, string, string[]]>([
  ['cores', { domain: { cpu: { cores: 2 } } }, '1.9', ['domain.cpu.cores']],
  ['the guest’s memory', { domain: { memory: { guest: '1Gi' } } }, '1.9', ['domain.memory.guest']],
  ['a request', { domain: { resources: { requests: { cpu: '1' } } } }, '1.9', ['domain.resources.requests.cpu']],
  ['dedicated CPUs', { domain: { cpu: { dedicatedCpuPlacement: true } } }, '1.9', ['domain.cpu.dedicatedCpuPlacement']],
  ['huge pages that it does not set', { domain: { memory: { hugepages: { pageSize: '2Mi' } } } }, '1.9', []],
  ['them before 1.7', { domain: { memory: { hugepages: { pageSize: '2Mi' } } } }, '1.6', ['domain.memory']],
  ['them in 1.7', { domain: { memory: { hugepages: { pageSize: '2Mi' } } } }, '1.7', []],
  ['a CPU model that it does not set', { domain: { cpu: { model: 'Haswell' } } }, '1.9', []],
  ['a node selector', { domain: {}, nodeSelector: { zone: 'a' } }, '1.9', ['nodeSelector']],
])('%s beside an instance type', (_name, template, kubevirt, paths) => {
  const { refused, spec } = expand(template, TYPE, undefined, kubevirt);
  expect(refused.map(({ path }) => path)).toEqual(paths);
  if (paths.length > 0) {
    expect(spec).not.toHaveProperty('domain.cpu.maxSockets');
  }
});

test('a preference fills what is left open, and only that', () => {
  const { spec } = expand(
    {
      domain: {
        devices: {
          disks: [{ name: 'os' }, { name: 'cd', cdrom: {} }, { name: 'own', disk: { bus: 'sata' } }],
          interfaces: [{ name: 'default' }],
          inputs: [{ name: 'tablet', type: 'tablet' }],
          autoattachMemBalloon: true,
          sound: { name: 'card' },
        },
        features: { hyperv: { relaxed: { enabled: false } } },
      },
      networks: [{ name: 'default', pod: {} }],
    },
    undefined,
    {
      devices: {
        preferredDiskBus: 'virtio',
        preferredCdromBus: 'scsi',
        preferredDiskDedicatedIoThread: true,
        preferredInterfaceModel: 'virtio',
        preferredInterfaceMasquerade: {},
        preferredInputBus: 'virtio',
        preferredAutoattachMemBalloon: false,
        preferredAutoattachGraphicsDevice: false,
        preferredDisableHotplug: true,
        preferredSoundModel: 'ich9',
        preferredTPM: {},
        preferredVideoType: 'virtio',
        preferredPanicDeviceModel: 'pvpanic',
      },
      features: { preferredHyperv: { relaxed: {}, vapic: {} }, preferredAcpi: {}, preferredSmm: {} },
      cpu: { preferredCPUFeatures: [{ name: 'vmx' }] },
      clock: { preferredClockOffset: { utc: {} }, preferredTimer: { hpet: { present: false } } },
      firmware: { preferredEfi: { secureBoot: true }, preferredUseSecureBoot: false },
      machine: { preferredMachineType: 'q35' },
      preferredArchitecture: 'arm64',
      preferredTerminationGracePeriodSeconds: 60,
    },
  );
  expect(spec).toEqual({
    architecture: 'arm64',
    terminationGracePeriodSeconds: 60,
    networks: [{ name: 'default', pod: {} }],
    domain: {
      machine: { type: 'q35' },
      clock: { utc: {}, timer: { hpet: { present: false } } },
      cpu: { features: [{ name: 'vmx' }] },
      firmware: { bootloader: { efi: { secureBoot: true } } },
      features: { hyperv: { relaxed: { enabled: false }, vapic: {} }, acpi: {}, smm: {} },
      devices: {
        autoattachMemBalloon: true,
        autoattachGraphicsDevice: false,
        disableHotplug: true,
        tpm: {},
        video: { type: 'virtio' },
        sound: { name: 'card', model: 'ich9' },
        panicDevices: [{ model: 'pvpanic' }],
        disks: [
          { name: 'os', disk: { bus: 'virtio' }, dedicatedIOThread: true },
          { name: 'cd', cdrom: { bus: 'scsi' } },
          { name: 'own', disk: { bus: 'sata' } },
        ],
        interfaces: [{ name: 'default', model: 'virtio', masquerade: {} }],
        inputs: [{ name: 'tablet', type: 'tablet', bus: 'virtio' }],
      },
    },
  });
});

test.each<[string, object, object, object]>([
  ['BIOS', {}, { preferredUseBios: true, preferredUseBiosSerial: true }, { bios: { useSerial: true } }],
  [
    'the old wish for EFI',
    {},
    { preferredUseEfi: true, preferredUseSecureBoot: false },
    { efi: { secureBoot: false } },
  ],
  ['what the VM says', { bios: {} }, { preferredEfi: {} }, { bios: {} }],
])('firmware: %s', (_name, bootloader, firmware, expected) => {
  const { spec } = expand({ domain: { firmware: { bootloader } } }, undefined, { firmware });
  expect(spec).toHaveProperty('domain.firmware.bootloader', expected);
});

test('before 1.9 a wish for a panic device brings none along', () => {
  const preference = { devices: { preferredPanicDeviceModel: 'isa' } };
  expect(expand({ domain: {} }, undefined, preference, '1.8').spec).toEqual({ domain: {} });
});

test.each<[string, object, object | undefined, object, string[]]>([
  ['too few CPUs of the type', {}, TYPE, { requirements: { cpu: { guest: 6 } } }, ['domain.cpu']],
  ['enough', {}, TYPE, { requirements: { cpu: { guest: 4 }, memory: { guest: '8Gi' } } }, []],
  ['too little memory', {}, TYPE, { requirements: { memory: { guest: '9Gi' } } }, ['domain.memory.guest']],
  ['own sockets', { cpu: { cores: 8 } }, undefined, { requirements: { cpu: { guest: 2 } } }, ['domain.cpu.sockets']],
  [
    'own cores',
    { cpu: { cores: 8 } },
    undefined,
    { cpu: { preferredCPUTopology: 'cores' }, requirements: { cpu: { guest: 8 } } },
    [],
  ],
  [
    'what cannot be spread',
    {},
    { ...TYPE, cpu: { guest: 3 } },
    { cpu: { preferredCPUTopology: 'spread' } },
    ['domain.cpu'],
  ],
])('what a preference requires: %s', (_name, domain, type, preference, paths) => {
  expect(expand({ domain }, type, preference).refused.map(({ path }) => path)).toEqual(paths);
});

test('an architecture that the preference does not allow is rejected', () => {
  const { refused } = expand({ architecture: 's390x', domain: {} }, undefined, {
    requirements: { architecture: 'amd64' },
  });
  expect(refused).toMatchObject([{ path: 'architecture', fix: expect.stringContaining('amd64') }]);
});

test('what was not found is told, and its requirements are not guessed at', () => {
  const { missing, refused, spec } = expandVm(
    vm(),
    'shop',
    { domain: {} },
    lookup(undefined, { requirements: { cpu: { guest: 64 } }, preferredArchitecture: 'arm64' }),
    '1.9',
  );
  expect(missing).toEqual([{ kind: 'VirtualMachineClusterInstancetype', name: 'small', path: 'spec.instancetype' }]);
  expect(refused).toEqual([]);
  expect(spec).toHaveProperty('architecture', 'arm64');
  const inferred = vm({ instancetype: { inferFromVolume: 'os' }, preference: undefined });
  expect(expandVm(inferred, 'shop', {}, lookup(undefined, {}), '1.9').missing).toMatchObject([
    { name: expect.stringContaining('volume os') },
  ]);
});

test('a disk whose device is no map is left as it is', () => {
  const disks = [{ name: 'a', disk: 'foo' }];
  const { spec } = expand({ domain: { devices: { disks } } }, undefined, {
    devices: { preferredDiskBus: 'virtio', preferredInputBus: 'usb' },
  });
  expect(spec).toEqual({ domain: { devices: { disks } } });
});

test.each([-1, 0.5, 1e300, Number.NaN])('%d CPUs of an instance type are as good as not said', (guest) => {
  const { spec } = expand({ domain: { devices: {} } }, { cpu: { guest } });
  expect(spec).toEqual({ domain: { devices: {} } });
});

test('memory is overcommitted as KubeVirt computes it, in numbers of 32 bits', () => {
  const type = { cpu: { guest: 1 }, memory: { guest: '3Gi', overcommitPercent: 15 } };
  const { spec } = expandVm(vm({ preference: undefined }), 'shop', {}, lookup(type, {}), '1.9');
  // 205 bytes more than in numbers of 64 bits.
  expect(spec).toMatchObject({ domain: { resources: { requests: { memory: '2738041856' } } } });
});
