import { domainDialect, nodeDialect } from '../../../src/schema/plugin/cel-check';
import {
  afterHook,
  type CompiledExpression,
  compile,
  DOMAIN_TYPE,
  holds,
  sampleInputs,
} from '../../../src/schema/plugin/compile';

/** What cel-go says of an expression, as recorded from the environments of KubeVirt 1.9.0. */
const CONDITIONS: readonly (readonly [string, string?])[] = [
  ['vmi.Name == "a"'],
  ['vmi.ObjectMeta.Labels["a"] == "b"'],
  ['"a" in vmi.Labels && vmi.Labels["a"] == "b"'],
  ['vmi.Labels.exists(k, k == "a")'],
  ['vmi.Spec.Domain.CPU.Cores > 2u'],
  ['vmi.Spec.Domain.CPU.Cores > 2', "found no matching overload for '_>_' applied to '(uint, int)'"],
  ['vmi.Spec.Volumes.exists(v, has(v.CloudInitNoCloud))'],
  ['vmi.Spec.Volumes["a"].Name == "a"', "found no matching overload for '_[_]' applied to '(list(v1.Volume), string)'"],
  ['domainSpec.Type in ["kvm", "qemu"]'],
  ['domainSpec.Type in [1, 2]', "found no matching overload for '@in' applied to '(string, list(int))'"],
  ['domainSpec.Foo == 1', "undefined field 'Foo'"],
  ['vmi.metadata.name == "x"', "undefined field 'metadata'"],
  ['1', 'condition must return bool, got int'],
  ['vmi.Name == null', "found no matching overload for '_==_' applied to '(string, null)'"],
  ['vmi.Spec.Domain.CPU == null'],
  ['vmi.Name.lowerAscii() == "c"', "undeclared reference to 'lowerAscii' (in container 'libvirtxml')"],
  ['vmi.all(x, true)', 'cannot be range of a comprehension'],
  ['vmi.Spec.Domain.Devices.Disks.existsOne(d, has(d.CDRom))', "undeclared reference to 'existsOne'"],
  ['type(vmi.Name) == string'],
  ['[1, "a"] == [1, "a"]'],
  ['true ? 1 : "a"', "found no matching overload for '_?_:_' applied to '(bool, int, string)'"],
];

test.each(CONDITIONS.map(row))('$text as a condition', ({ text, refused }) => {
  expect(refusal(text, 'bool')).toEqual(refused === undefined ? undefined : expect.stringContaining(refused));
});

const MUTATIONS: readonly (readonly [string, string?])[] = [
  ['Domain{}'],
  ['libvirtxml.Domain{Title: "a"}'],
  ['Domain{Title: null}', "expected type of field 'Title' is 'string' but provided type is 'null'"],
  ['Domain{Devices: null}'],
  ['Domain{Devices: DomainDeviceList{Disks: []}}'],
  ['Domain{Devices: DomainDeviceList{Disks: null}}', "'list(libvirtxml.DomainDisk)'"],
  ['Domain{Devices: DomainDeviceList{Disks: [DomainInterface{}]}}', "is 'list(libvirtxml.DomainDisk)' but"],
  ['Domain{Devices: DomainDeviceList{Disks: domainSpec.Devices.Disks.map(d, d.Device == "a" ? DomainDisk{} : d)}}'],
  ['Domain{VCPU: DomainVCPU{Value: 4}}', "is 'uint' but provided type is 'int'"],
  ['Domain{Devices: DomainDevices{Emulator: "x"}}', "undeclared reference to 'DomainDevices'"],
  ['DomainDeviceList{}', 'mutation must return Domain, got libvirtxml.DomainDeviceList'],
  ['Domain{Type: "xen"', 'expecting'],
  ['cel.bind(x, "a", Domain{Title: x})', "undeclared reference to 'cel'"],
  ['dyn(Domain{})', 'mutation must return Domain, got dyn'],
];

test.each(MUTATIONS.map(row))('$text as a change', ({ text, refused }) => {
  expect(refusal(text, DOMAIN_TYPE)).toEqual(refused === undefined ? undefined : expect.stringContaining(refused));
});

const OF_NODES: readonly (readonly [string, string?])[] = [
  ['vmi.metadata.labels["a"] == "b"'],
  ['vmi.Labels["a"] == "b"', "undefined field 'Labels'"],
  ['vmi.metadata.name.split("-")[0].upperAscii() == "A"'],
  ['math.greatest(1, 2) == 2'],
  ['[3, 1].sortBy(x, x) == [1, 3]'],
  ['1 < 2.0'],
  ['domainSpec.Type == "kvm"', "undeclared reference to 'domainSpec'"],
];

test.each(OF_NODES.map(row))('$text as a condition of a node hook', ({ text, refused }) => {
  const compiled = compile(text, 'bool', nodeDialect());
  expect(compiled).toEqual(
    refused === undefined
      ? expect.objectContaining({ types: expect.anything() })
      : { refused: expect.stringContaining(refused) },
  );
});

test.each<[string, object]>([
  ['Domain{Type: "xen"}', { Type: 'xen' }],
  ['Domain{Title: domainSpec.OS.Loader.Path + "x"}', { Title: 'x' }],
  ['Domain{VCPU: DomainVCPU{Value: domainSpec.VCPU.Value * 2u}}', { VCPU: { Placement: 'static', Value: 4 } }],
  [
    'Domain{Description: vmi.Spec.Domain.Devices.Disks.exists(d, has(d.CDRom)) ? "iso" : "none"}',
    { Description: 'iso' },
  ],
  ['Domain{Title: [1, 2, 3].filter(x, x > 1).map(x, string(x * 2))[1]}', { Title: '6' }],
  [
    'Domain{CPU: DomainCPU{Mode: "custom"}}',
    { CPU: { Mode: 'custom', Topology: { Sockets: 1, Cores: 2, Threads: 1 } } },
  ],
])('%s is laid over the domain', (text, expected) => {
  expect(after(text)).toMatchObject(expected);
});

test('null takes a part away, and what a list element does not copy is lost', () => {
  expect(after('Domain{Devices: DomainDeviceList{MemBalloon: null}}').Devices).not.toHaveProperty('MemBalloon');
  const { Disks } = after(
    'Domain{Devices: DomainDeviceList{Disks: domainSpec.Devices.Disks.map(d, DomainDisk{Device: "disk", ReadOnly: d.ReadOnly})}}',
  ).Devices as { Disks: unknown };
  // Reading a nil pointer gives an empty struct: the first disk was not read-only.
  expect(Disks).toEqual([
    { Device: 'disk', ReadOnly: {} },
    { Device: 'disk', ReadOnly: {} },
  ]);
});

test.each<[string, string]>([
  ['vmi.Labels["nope"] == "x"', 'no such key: nope'],
  ['vmi.Spec.Networks[3].Name == "x"', 'index out of bounds: 3'],
])('%s fails when it runs', (text, message) => {
  const compiled = compile(text, 'bool', domainDialect()) as CompiledExpression;
  expect(() => holds(compiled, sampleInputs([]))).toThrow(message);
});

test('one side of && that is false is enough, whatever the other one does', () => {
  for (const text of ['vmi.Labels["a"] == "b" && "a" in vmi.Labels', '"a" in vmi.Labels && vmi.Labels["a"] == "b"']) {
    expect(holds(compile(text, 'bool', domainDialect()) as CompiledExpression, sampleInputs([]))).toBe(false);
  }
});

function row([text, refused]: readonly [string, string?]) {
  return { text, refused };
}

function refusal(text: string, gives: 'bool' | typeof DOMAIN_TYPE): string | undefined {
  const compiled = compile(text, gives, domainDialect());
  return compiled !== undefined && 'refused' in compiled ? compiled.refused : undefined;
}

function after(text: string): Record<string, unknown> {
  return afterHook(compile(text, DOMAIN_TYPE, domainDialect()) as CompiledExpression, sampleInputs([]));
}
