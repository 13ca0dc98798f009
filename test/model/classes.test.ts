import { classSaying, withClasses } from '../../src/model/classes';

const CLASSES = {
  small: { memory: '2Gi', cpu: { cores: 1 }, disks: [{ name: 'os', containerDisk: { image: 'a' } }] },
  windows: { class: 'small', memory: '8Gi', disks: [{ name: 'os', bus: 'sata' }, { name: 'data' }], machineType: null },
  labelled: { labels: { tier: 'front' } },
  a: { class: 'b' },
  b: { class: 'a' },
};

test.each<[string, object, object]>([
  ['no class', { name: 'x' }, { name: 'x' }],
  ['a class', { name: 'x', class: 'labelled' }, { name: 'x', labels: { tier: 'front' } }],
  [
    'what the entry says, which counts more',
    { name: 'x', class: 'labelled', labels: { tier: 'back', app: 'x' } },
    { name: 'x', labels: { tier: 'back', app: 'x' } },
  ],
  [
    'several, of which the last counts more',
    { name: 'x', class: ['small', 'labelled'], cpu: { sockets: 2 } },
    { ...CLASSES.small, ...CLASSES.labelled, name: 'x', cpu: { cores: 1, sockets: 2 } },
  ],
  [
    'a class of a class, with disks by name and null as a value',
    { name: 'x', class: 'windows' },
    {
      name: 'x',
      memory: '8Gi',
      cpu: { cores: 1 },
      machineType: null,
      disks: [{ name: 'os', containerDisk: { image: 'a' }, bus: 'sata' }, { name: 'data' }],
    },
  ],
])('an entry with %s', (_name, entry, expected) => {
  expect(withClasses(entry, CLASSES)).toEqual({ entry: expected, findings: [] });
});

test.each<[string, object, string]>([
  ['a class that does not exist', { class: 'smal' }, 'there is no class "smal"'],
  ['classes in a circle', { class: 'a' }, 'classes refer to each other in a circle: a → b → a'],
])('%s is told', (_name, entry, what) => {
  expect(withClasses(entry, CLASSES).findings).toMatchObject([{ code: 'PV050', path: 'class', what }]);
});

test.each<[string, object, string | undefined]>([
  ['memory', { class: 'windows' }, 'windows'],
  ['cpu.cores', { class: 'windows' }, 'small'],
  ['disks[os].bus', { class: 'windows' }, 'windows'],
  ['memory', { class: 'windows', memory: '1Gi' }, undefined],
  ['hostname', { class: 'windows' }, undefined],
])('%s of %j is said by %s', (key, entry, expected) => {
  expect(classSaying(entry, CLASSES, key)).toBe(expected);
});
