import { placedComments } from '../../../src/kube/yaml/comments';
import { yamlTree } from '../../../src/kube/yaml/tree';

function commentsOf(text: string): [path: string, ...lines: string[]][] {
  return placedComments(text, yamlTree(text)!).map(({ path, lines }) => [path.join('.'), ...lines]);
}

test('a comment is about what is below it, or on its line', () => {
  expect(
    commentsOf(`# head

# of the file
kind: VM
spec: # all of it
  # how many
  # in sum
  cores: 4
  disks:
  # the first
  - name: os # root
    size: 1
`),
  ).toEqual([
    ['', '# head', '# of the file'],
    ['spec', '# all of it'],
    ['spec.cores', '# how many', '# in sum'],
    ['spec.disks.0', '# the first', '# root'],
  ]);
});

test('a line that is indented deeper than the next key is about what is above it', () => {
  expect(commentsOf('a:\n  b: 1\n  # c: 2\nd: 3\n# end\n')).toEqual([
    ['a.b', '# c: 2'],
    ['d', '# end'],
  ]);
});

test('what only looks like a comment is none', () => {
  expect(commentsOf('a: |\n  #cloud-config\n  # x\nb: "# c"\nd: e#f\n')).toEqual([]);
});
