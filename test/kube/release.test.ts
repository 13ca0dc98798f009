import { atLeast, compareReleases, holdsIn, minorOf, parseRelease } from '../../src/kube/release';

test.each<[string, string | undefined]>([
  ['1.9', '1.9'],
  ['v1.9.0', '1.9.0'],
  ['1.10', '1.10'],
  ['v1.9.0-rc.1', '1.9.0'],
  [' 1.8 ', '1.8'],
  ['01.09', '1.9'],
  ['latest', undefined],
  ['1', undefined],
  ['1.x', undefined],
  ['1.9.0.0', undefined],
])('"%s" is release %s', (text, release) => {
  expect(parseRelease(text)).toBe(release);
});

test('releases are ordered as numbers', () => {
  expect(['1.10', '1.9', '1.9.1', '1.3'].sort(compareReleases)).toEqual(['1.3', '1.9.1', '1.9', '1.10']);
  expect(atLeast('1.10', '1.9')).toBe(true);
  expect(minorOf('1.9.1')).toBe('1.9');
});

test.each<[string, boolean]>([
  ['1.6', false],
  ['1.7', true],
  ['1.8.4', true],
  ['1.9', false],
])('a fact since 1.7 and before 1.9 holds in %s: %s', (release, holds) => {
  expect(holdsIn({ since: '1.7', before: '1.9' }, release)).toBe(holds);
});

test.each<[release: string, since: string, holds: boolean]>([
  ['1.8.2', '1.8.3', false],
  ['1.8.3', '1.8.3', true],
  ['1.8', '1.8.3', true],
  ['1.7', '1.8.3', false],
  ['1.9', '1.8.3', true],
  ['1.8.0', '1.8', true],
])('%s is at least %s: %s, since a release without a patch is its newest', (release, since, holds) => {
  expect(atLeast(release, since)).toBe(holds);
  expect(holdsIn({ before: since }, release)).toBe(!holds);
});

test.each<[release: string, holds: boolean]>([
  ['1.6.1', false],
  ['1.6.2', true],
  ['1.6.3', false],
  ['1.6.4', true],
  ['1.6', true],
  ['1.7.0', true],
])('a fact backported to 1.6.2, lost in 1.6.3 and back in 1.6.4 holds in %s: %s', (release, holds) => {
  expect(holdsIn([{ since: '1.6.2', before: '1.6.3' }, { since: '1.6.4' }], release)).toBe(holds);
});
