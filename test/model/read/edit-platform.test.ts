import * as fc from 'fast-check';
import { parse } from 'yaml';
import type { YamlEdit } from '../../../src/kube/yaml/edit';
import { editYaml } from '../../../src/kube/yaml/edit';
import { editPlatform } from '../../../src/model/read/edit-platform';

const FILE = `# Our edge. Ask before changing.
apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge } # as on the rack
spec:
  target: { hco: "1.18" }

  hyperConverged: {} # the whole stack
  goldenImages:
  # the one we build
  - name: corp
    registry: { url: "docker://registry.example.com/corp:1" }   # not latest
    size: 20Gi
  - { name: fedora, disabled: true }
---
apiVersion: polyvirt.io/v1
kind: Platform
metadata:
  name: lab
spec:
  hyperConverged:
  nodes:
    - pool: a
      architecture: amd64
      labels:
        x: |
          two
          lines
    # last words
`;

const changed = (platform: string, ...edits: YamlEdit[]) => {
  const result = editPlatform(FILE, platform, edits);
  return 'text' in result ? result.text : result.failed.join('.');
};

test.each<[string, string, YamlEdit, [from: string, to: string]]>([
  [
    'a key in an empty map',
    'edge',
    { at: ['spec', 'hyperConverged', 'enableMultiArchBootImageImport'], set: true },
    ['hyperConverged: {} #', 'hyperConverged: { enableMultiArchBootImageImport: true } #'],
  ],
  [
    'keys that are not there yet',
    'edge',
    { at: ['spec', 'hyperConverged', 'workloads', 'architectures'], set: ['amd64'] },
    ['hyperConverged: {} #', 'hyperConverged: { workloads: { architectures: [amd64] } } #'],
  ],
  [
    'a key behind another on one line',
    'edge',
    { at: ['spec', 'target', 'argocd'], set: '3.5' },
    ['{ hco: "1.18" }', '{ hco: "1.18", argocd: "3.5" }'],
  ],
  ['a value', 'edge', { at: ['spec', 'target', 'hco'], set: '1.19' }, ['"1.18"', '"1.19"']],
  [
    'a key at the end of an item, before the comment of nobody',
    'edge',
    { at: ['spec', 'goldenImages', 0, 'architectures'], set: ['amd64', 'arm64'] },
    ['    size: 20Gi\n', '    size: 20Gi\n    architectures: [amd64, arm64]\n'],
  ],
  [
    'one more item',
    'edge',
    { at: ['spec', 'goldenImages', 2], set: { name: 'centos-stream9', disabled: true } },
    [
      '  - { name: fedora, disabled: true }\n',
      '  - { name: fedora, disabled: true }\n  - { name: centos-stream9, disabled: true }\n',
    ],
  ],
  [
    'a whole item on several lines',
    'edge',
    { at: ['spec', 'goldenImages', 0], set: { name: 'corp', disabled: true } },
    [
      '  - name: corp\n    registry: { url: "docker://registry.example.com/corp:1" }   # not latest\n    size: 20Gi\n',
      '  - { name: corp, disabled: true }\n',
    ],
  ],
  [
    'an item goes',
    'edge',
    { at: ['spec', 'goldenImages', 1], remove: true },
    ['  - { name: fedora, disabled: true }\n', ''],
  ],
  [
    'the first key of an item goes',
    'edge',
    { at: ['spec', 'goldenImages', 0, 'name'], remove: true },
    ['- name: corp\n    registry', '- registry'],
  ],
  [
    'a key of one line goes',
    'edge',
    { at: ['spec', 'goldenImages', 1, 'name'], remove: true },
    ['{ name: fedora, disabled', '{ disabled'],
  ],
  [
    'the only key of a map goes',
    'edge',
    { at: ['spec', 'target', 'hco'], remove: true },
    ['target: { hco: "1.18" }', 'target: {}'],
  ],
  [
    'a value where nothing was written',
    'lab',
    { at: ['spec', 'hyperConverged', 'version'], set: 'v1' },
    ['hyperConverged:\n', 'hyperConverged: { version: v1 }\n'],
  ],
  [
    'a key behind a block of text',
    'lab',
    { at: ['spec', 'nodes', 0, 'count'], set: 3 },
    ['          lines\n', '          lines\n      count: 3\n'],
  ],
  [
    'a key of a whole document',
    'lab',
    { at: ['spec', 'namespace'], set: 'shop' },
    ['          lines\n', '          lines\n  namespace: shop\n'],
  ],
])('%s', (_name, platform, edit, [from, to]) => {
  const [before, after, ...more] = FILE.split(from);
  expect(more).toEqual([]);
  expect(changed(platform, edit)).toBe(`${before}${to}${after}`);
});

test('several changes, one after the other', () => {
  const text = changed(
    'edge',
    { at: ['spec', 'hyperConverged', 'enableMultiArchBootImageImport'], set: true },
    { at: ['spec', 'hyperConverged', 'enableMultiArchBootImageImport'], remove: true },
  );
  expect(text).toBe(FILE);
});

test('what is not there is not removed', () => {
  expect(changed('edge', { at: ['spec', 'findings', 'allow'], remove: true })).toBe(FILE);
});

test('a path through an alias, or into a text, is rejected', () => {
  const text = 'metadata: { name: x }\nspec:\n  a: &a { b: 1 }\n  c: *a\n  d: text\n';
  expect(editPlatform(text, 'x', [{ at: ['spec', 'c', 'b'], set: 2 }])).toEqual({ failed: ['spec', 'c', 'b'] });
  expect(editPlatform(text, 'x', [{ at: ['spec', 'd', 'b'], set: 2 }])).toEqual({ failed: ['spec', 'd', 'b'] });
  expect(editPlatform(text, 'y', [{ at: ['spec'], set: 2 }])).toEqual({ failed: ['spec'] });
});

test('files of Windows keep their line ends', () => {
  const text = FILE.replaceAll('\n', '\r\n');
  const edit: YamlEdit = { at: ['spec', 'goldenImages', 0, 'cron'], set: 'x' };
  expect(editPlatform(text, 'edge', [edit])).toEqual({
    text: (changed('edge', edit) as string).replaceAll('\n', '\r\n'),
  });
});

test('whatever is set is what is read, and nothing else changes', () => {
  const paths: (string | number)[][] = [
    ['spec', 'goldenImages', 0, 'registry', 'url'],
    ['spec', 'goldenImages', 0, 'new'],
    ['spec', 'goldenImages', 0],
    ['spec', 'goldenImages'],
    ['spec', 'target'],
    ['spec', 'new', 'deep'],
    ['metadata', 'labels'],
  ];
  const [first] = FILE.split('---\n') as [string];
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (at, set) => {
      const text = editYaml(first, { at, set })!;
      const expected = parse(first);
      const parent = at.slice(0, -1).reduce((value, step) => (value[step] ??= {}), expected);
      parent[at.at(-1)!] = JSON.parse(JSON.stringify(set));
      expect(parse(text)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
