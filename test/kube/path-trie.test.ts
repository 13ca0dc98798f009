import { PathTrie, valuesAt } from '../../src/kube/path';

const PATHS = [
  'spec',
  'spec.volumes[]',
  'spec.volumes[].hostDisk',
  'spec.volumes[].hostDisk.path',
  'metadata.annotations["a/b"]',
  'spec.domain.devices.disks[].lun.reservation',
  'spec.none',
];

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a scalar', 7],
  ['a list where a map is asked for', { spec: [] }],
  ['a map where a list is asked for', { spec: { volumes: { hostDisk: {} } } }],
  ['null', { spec: { volumes: [null, { hostDisk: null }] } }],
  ['names of prototypes', JSON.parse('{"spec":{"__proto__":{"none":1},"constructor":1}}')],
  [
    'what is there',
    {
      metadata: { annotations: { 'a/b': 'x' } },
      spec: {
        volumes: [{ hostDisk: { path: '/a' } }, {}, { hostDisk: {} }],
        domain: { devices: { disks: [{ lun: { reservation: true } }] } },
      },
    },
  ],
])('one walk finds what each path finds by itself: %s', (_name, root) => {
  const found = new PathTrie(PATHS, (path) => path).find(root);
  const byPath = (path: string) =>
    found.filter(({ row }) => row === path).map(({ path: at, value }) => ({ path: at, value }));
  for (const path of PATHS) {
    expect(byPath(path)).toEqual(valuesAt(root, path));
  }
});
