import { isDnsLabel, isDnsSubdomain } from '../../src/kube/names';

test.each<[string, boolean, boolean]>([
  ['web', true, true],
  ['web-1', true, true],
  ['web.shop', false, true],
  ['1web', true, true],
  ['-web', false, false],
  ['Web', false, false],
  ['web_1', false, false],
  ['', false, false],
  ['a'.repeat(63), true, true],
  ['a'.repeat(64), false, true],
  ['a'.repeat(254), false, false],
  ['..', false, false],
])('%s as label %s, as subdomain %s', (name, label, subdomain) => {
  expect(isDnsLabel(name)).toBe(label);
  expect(isDnsSubdomain(name)).toBe(subdomain);
});
