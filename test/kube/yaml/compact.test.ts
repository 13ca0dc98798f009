import { compactYaml, YamlComments } from '../../../src/kube/yaml/comments';
import { isProblem, readYaml } from '../../../src/kube/yaml/reader';

test('what is short is on one line, what is long or has several lines is not', () => {
  const vm = { name: 'web', cpu: { cores: 2 }, script: 'a\nb\n', disks: [{ name: 'os' }] };
  expect(compactYaml({ kind: 'Platform', spec: { vms: [vm, { name: 'db', memory: '2Gi' }] } })).toBe(`kind: Platform
spec:
  vms:
  - name: web
    cpu: { cores: 2 }
    script: |
      a
      b
    disks: [{ name: os }]
  - { name: db, memory: 2Gi }
`);
});

test('comments stand above what they are about', () => {
  const vm = { name: 'web', memory: '2Gi', disks: [{ name: 'os' }] };
  const comments = new YamlComments();
  comments.add(vm, ['# ours']);
  comments.add(vm, ['# ours', '# and theirs']);
  comments.addAt(vm, 'memory', ['# enough']);
  comments.add(vm.disks[0]!, ['# the first']);
  expect(compactYaml({ spec: { vms: [vm] } }, comments)).toBe(`spec:
  vms:
  # ours
  # and theirs
  - name: web
    # enough
    memory: 2Gi
    disks:
    # the first
    - { name: os }
`);
});

test.each<unknown>([
  { a: 'no', b: '1', c: '02:00:00:00:00:01', d: 'a, b', e: 'x: y', f: '#c', g: '', h: ' a', i: '{', 'k: l': 'm' },
  [[1, [2, ['a\nb']]], { a: [{ b: [] }, {}] }, null, true, 'e1000', '2026-01-01'],
  { 'a/b': { 'c d': ['one\ntwo', { deep: 'x'.repeat(200), list: [{ y: 'z'.repeat(100) }] }] } },
])('%j is read back as it was', (value) => {
  const [read] = [...readYaml(compactYaml({ spec: { value: [value] } }))];
  expect(isProblem(read!) ? read : read!.value).toEqual({ spec: { value: [value] } });
});
