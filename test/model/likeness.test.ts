import type { PlatformContext } from '../../src/model/context';
import { likenessOf } from '../../src/model/likeness';
import { virtualMachine } from '../../src/model/manifests/virtual-machine';
import type { VirtualMachineDeclaration } from '../../src/model/virtual-machine';
import { findingsOfMachine } from '../declared';

/** A platform, and one that is not like it. */
let platforms = 0;
const platform = (number = platforms): PlatformContext => ({
  name: 'p',
  target: { kubevirt: '1.9' },
  namespace: 'n',
  requested: [],
  goldenImages: [{ name: `image-${number}` } as never],
});

beforeEach(() => {
  platforms++;
});

const machine = (name: string, more: Partial<VirtualMachineDeclaration> = {}): VirtualMachineDeclaration => ({
  name,
  architecture: 'amd64',
  memory: '4Gi',
  cpu: { cores: 2 },
  disks: [
    { name: 'os', containerDisk: { image: 'a' } },
    { name: 'data', dataVolumeTemplate: { source: { blank: {} }, size: '1Gi' } },
  ],
  networks: [{ name: 'default', binding: 'masquerade', pod: {} }],
  cloudInit: { type: 'noCloud', userData: name },
  firmware: { serial: name },
  ...more,
});

/** Written on a platform where nothing like it was written before. */
const alone = (declaration: VirtualMachineDeclaration) => virtualMachine(declaration, platform(++platforms));

test('machines are alike that differ in who they are and what they are told', () => {
  const context = platform();
  const [first, second, third] = [machine('a'), machine('b', { hostname: 'x' }), machine('c', { labels: { a: 'b' } })];
  // The first of its kind may be the only one.
  expect(likenessOf(first, context)).toBeUndefined();
  expect(likenessOf(second, context)).toBeDefined();
  expect(likenessOf(third, context)).toBe(likenessOf(second, context));
});

test('machines of different platforms are alike where these are', () => {
  likenessOf(machine('a'), platform());
  expect(likenessOf(machine('b'), { ...platform(), name: 'q' })).toBeDefined();
  expect(likenessOf(machine('c'), { ...platform(), target: { kubevirt: '1.8' } })).toBeUndefined();
  expect(likenessOf(machine('d'), platform())).toBeDefined();
  expect(likenessOf(machine('e'), platform(-1))).toBeUndefined();
});

test.each<[string, Partial<VirtualMachineDeclaration>]>([
  ['memory', { memory: '8Gi' }],
  ['boot loader', { firmware: { bootloader: 'efi' } }],
  ['cloud-init', { cloudInit: undefined as never }],
  ['a disk', { disks: [{ name: 'os', containerDisk: { image: 'b' } }] }],
  ['a network', { networks: [{ name: 'default', binding: 'bridge', pod: {} }] }],
  ['placement', { placement: { hard: [{ zones: ['a'] }] } }],
  ['a preference', { preference: { name: 'fedora' } }],
])('machines that differ in %s are not alike, and each is written as if it were alone', (_, more) => {
  const context = platform();
  const machines = [
    machine('a'),
    machine('b'),
    machine('c', more),
    machine('d'),
    machine('e', more),
    machine('f', more),
  ];
  const likenesses = machines.map((each) => likenessOf(each, context));
  expect(likenesses[5]).toBeDefined();
  expect(likenesses[5]).not.toBe(likenesses[3]);
  expect(machines.map((each) => virtualMachine(each, context))).toEqual(machines.map(alone));
});

test('what the user wrote is not frozen', () => {
  const context = platform();
  const ports = [{ name: 'ssh', port: 22 }];
  const declared = (name: string) =>
    machine(name, { networks: [{ name: 'n', binding: 'masquerade', pod: {}, ports }] });
  const written = ['a', 'b', 'c'].map((name) => virtualMachine(declared(name), context));
  ports.push({ name: 'web', port: 80 });
  expect(JSON.stringify(written)).not.toContain('web');
  expect(JSON.stringify(virtualMachine(declared('d'), context))).toContain('web');
});

test('what is wrong with machines that are alike is said of each of them', () => {
  const context = platform();
  const codes = ['a', 'b', 'c', 'd'].map((name) =>
    findingsOfMachine(machine(name, { cpu: { sockets: 4, maxSockets: 2 } }), context).map(({ code }) => code),
  );
  expect(codes).toEqual([['PV001'], ['PV001'], ['PV001'], ['PV001']]);
});

test('what is wrong with one machine is said although others like it are well', () => {
  const context = platform();
  const more: Partial<VirtualMachineDeclaration>[] = [
    {},
    {},
    {},
    { name: 'X' },
    { hostname: 'X' },
    { firmware: { uuid: 'x' } },
    { template: { labels: { '-': '' } } },
    { cloudInit: { type: 'noCloud', userData: 'x'.repeat(3000) } },
  ];
  const codes = more.map((each, i) => findingsOfMachine(machine(`m${i}`, each), context).map(({ code }) => code));
  expect(codes).toEqual([[], [], [], ['PV002'], ['PV002'], ['PV003'], ['PV003'], ['PV003']]);
});

test('what JSON does not show is told apart all the same', () => {
  const context = platform();
  const cores = [2n, Number.NaN, null, undefined] as unknown as number[];
  const likenesses = cores.flatMap((each) =>
    ['a', 'b'].map((name) => likenessOf(machine(name, { cpu: { cores: each } }), context)),
  );
  expect(new Set(likenesses).size).toBe(cores.length + 1);
});
