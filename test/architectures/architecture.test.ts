import { checkArchitecture, inOrder, matchesGlob } from '../../src/architectures/architecture';

test.each<[unknown, string | undefined]>([
  ['arm64', undefined],
  [undefined, undefined],
  ['arm46', 'did you mean "arm64"? Write one of amd64, arm64, s390x'],
  ['x86_64', 'write amd64, as Kubernetes calls x86_64'],
  ['aarch64', 'write arm64, as Kubernetes calls aarch64'],
  ['ppc64le', 'write one of amd64, arm64, s390x'],
  ['', 'write one of amd64, arm64, s390x'],
])('%s asks to %s', (value, fix) => {
  expect(checkArchitecture(value, 'architecture').map((finding) => finding.fix)).toEqual(
    fix === undefined ? [] : [fix],
  );
});

test('architectures are listed in one order, each once', () => {
  expect(inOrder(['s390x', 'amd64', 's390x'])).toEqual(['amd64', 's390x']);
});

test.each<[string, string, boolean]>([
  ['virt*', 'virt-rhel9.6.0', true],
  ['virt', 'virt-rhel9.6.0', false],
  ['pc-q35*', 'q35', false],
  ['q3?', 'q35', true],
  ['*', 'a/b', false],
  ['virt*', 'virt/8', false],
  ['a.c*', 'abc', false],
  ['*q35*', 'pc-q35-9', true],
  ['[', '[', false],
  ['pc.q35', 'pcxq35', false],
])('%s matches %s: %s', (glob, text, matches) => {
  expect(matchesGlob(glob, text)).toBe(matches);
});
