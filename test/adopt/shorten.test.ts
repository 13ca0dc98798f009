import { shorten } from '../../src/adopt/shorten';
import { withClasses } from '../../src/model/classes';

const web = (i: number, more: object = {}) => ({
  name: `web-${i}`,
  memory: '2Gi',
  cpu: { cores: 2 },
  runStrategy: 'Halted',
  networks: [{ name: 'default', pod: {}, macAddress: `02:00:00:00:00:0${i}` }],
  ...more,
});

const saidBy = ({ classes, entries }: ReturnType<typeof shorten>) =>
  entries.map(({ keys }) => withClasses(keys as { class?: unknown }, classes).entry);

test('VMs that differ in a number of their names only are replicas', () => {
  const vms = [1, 2, 3].map((i) => ({ name: `web-${i}`, memory: '2Gi' }));
  expect(shorten(vms)).toEqual({
    classes: {},
    entries: [{ keys: { name: 'web', replicas: 3, memory: '2Gi' }, of: [0, 1, 2] }],
  });
});

test('a gap in the numbers is no set of replicas', () => {
  const names = shorten([1, 3].map((i) => ({ name: `web-${i}`, memory: '2Gi' }))).entries.map(({ keys }) => keys.name);
  expect(names).toEqual(['web-1', 'web-3']);
});

test('what alike VMs share is said once, and what is their own stays with them', () => {
  const vms = [web(1), web(2), web(3)];
  const short = shorten(vms);
  expect(short.classes).toEqual({
    common: { memory: '2Gi', cpu: { cores: 2 }, runStrategy: 'Halted', networks: [{ name: 'default', pod: {} }] },
  });
  expect(short.entries[0]!.keys).toEqual({
    name: 'web-1',
    class: 'common',
    networks: [{ name: 'default', macAddress: '02:00:00:00:00:01' }],
  });
  expect(saidBy(short)).toEqual(vms);
});

test('classes are called after what names begin with, or a label', () => {
  const vm = (name: string, i: number, more: object) => ({ ...web(i, more), name });
  const more = { hostname: 'x', subdomain: 'y', terminationGracePeriodSeconds: 30, schedulerName: 'z' };
  const vms = [
    ...['windows10', 'windows2k22', 'windows11'].map((name, i) => vm(name, i, more)),
    ...['a', 'b', 'c'].map((name, i) =>
      vm(name, i + 3, { memory: '8Gi', labels: { tier: 'back', v: '1' }, hostname: 'n', subdomain: 'q' }),
    ),
  ];
  expect(Object.keys(shorten(vms).classes)).toEqual(['windows', 'back']);
});

test('a VM takes over several classes, which have names of their members', () => {
  const db = (i: number) => ({
    ...web(i),
    name: `db-${i}`,
    memory: '8Gi',
    cpu: { cores: 8 },
    hostname: 'db',
    subdomain: 'data',
  });
  const vms = [1, 2, 3]
    .map((i) => web(i, { hostname: 'front', subdomain: 'web' }))
    .concat([db(4), db(5), db(6)] as never[])
    .map((vm) => ({ ...vm, terminationGracePeriodSeconds: 30 }));
  const short = shorten(vms);
  expect(Object.keys(short.classes)).toEqual(['common', 'web', 'db']);
  expect(short.entries.map(({ keys }) => keys.class)).toEqual([
    ...Array(3).fill(['common', 'web']),
    ...Array(3).fill(['common', 'db']),
  ]);
  expect(saidBy(short)).toEqual(vms);
});

test('the order of disks is kept where a class has only some of them', () => {
  const vm = (i: number, first: string) => ({
    ...web(i),
    disks: [
      { name: first, emptyDisk: { capacity: '1Gi' } },
      { name: 'os', containerDisk: { image: 'quay.io/x/os:1' }, bus: 'sata', bootOrder: 1 },
    ],
  });
  const vms = [vm(1, 'a'), vm(2, 'b'), vm(3, 'c')];
  expect(saidBy(shorten(vms))).toEqual(vms);
});

test('a key that its shape asks for is said again beside the class', () => {
  const vm = (i: number) => ({
    ...web(i),
    cloudInit: { type: 'noCloud', userData: `#cloud-config\nhostname: web-${i}\n` },
  });
  const vms = [vm(1), vm(2), vm(3)];
  const short = shorten(vms);
  expect(short.entries[0]!.keys.cloudInit).toEqual(vms[0]!.cloudInit);
  expect(short.entries[0]!.keys.class).toBe('common');
  expect(saidBy(short)).toEqual(vms);
});

test('what differs in two ways is said by two classes', () => {
  const sizes = {
    small: { cpu: { cores: 1 }, memory: '1Gi', ioThreadsPolicy: 'auto' },
    large: { cpu: { cores: 8 }, memory: '8Gi', ioThreadsPolicy: 'shared' },
  };
  const systems = {
    rhel: { hostname: 'r', subdomain: 'r', schedulerName: 'r' },
    suse: { hostname: 's', subdomain: 's', schedulerName: 's' },
  };
  const vms = Object.entries(systems).flatMap(([system, os]) =>
    Object.entries(sizes).flatMap(([size, keys]) =>
      ['a', 'b', 'c'].map((team) => ({ name: `${system}-${size}-${team}`, ...os, ...keys })),
    ),
  );
  const short = shorten(vms);
  expect(Object.keys(short.classes).sort()).toEqual(['large', 'rhel', 'small', 'suse']);
  expect(saidBy(short)).toEqual(vms);
});

test('a class says what its shape asks for, where its members share it', () => {
  const vm = (i: number, user: string) => ({
    ...web(i),
    cloudInit: { type: 'noCloud', userData: `#cloud-config\nuser: ${user}\npackages: []\n` },
  });
  const vms = [vm(1, 'a'), vm(2, 'a'), vm(3, 'a'), vm(4, 'b'), vm(5, 'b'), vm(6, 'b')];
  const short = shorten(vms);
  expect(short.entries.filter(({ keys }) => keys.cloudInit !== undefined)).toEqual([]);
  expect(saidBy(short)).toEqual(vms);
});

test('a name is looked for as a word', () => {
  const vms = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    name,
    cpu: { cores: 2 },
    memory: '2Gi',
    runStrategy: 'Halted',
    hostname: `${name}.internal`,
  }));
  expect(shorten(vms).classes).toEqual({ common: { cpu: { cores: 2 }, memory: '2Gi', runStrategy: 'Halted' } });
});
