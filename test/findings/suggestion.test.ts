import { chooseFrom, suggestionFor } from '../../src/findings/suggestion';

test.each<[string, string[], string | undefined]>([
  ['arm46', ['amd64', 'arm64', 's390x'], 'arm64'],
  ['Multiarchitecture', ['MultiArchitecture', 'Macvtap'], 'MultiArchitecture'],
  ['ppc64le', ['amd64', 'arm64', 's390x'], undefined],
  ['x', [], undefined],
])('%s among %j suggests %s', (written, candidates, expected) => {
  expect(suggestionFor(written, candidates)).toBe(expected);
});

test('a choice lists everything, with a suggestion where one is near', () => {
  expect(chooseFrom('wroker', ['worker', 'control-plane'])).toBe(
    'did you mean "worker"? Write one of worker, control-plane',
  );
  expect(chooseFrom('gpu', ['worker', 'control-plane'])).toBe('write one of worker, control-plane');
});
