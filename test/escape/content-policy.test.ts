import { createHash } from 'node:crypto';
import { contentPolicy } from '../../src/escape/content-policy';
import { sha256 } from '../../src/escape/sha256';

test.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000, 70_001])(
  'the hash of %i characters is that of Node',
  (length) => {
    const text = 'aé→𝕏'.repeat(length).slice(0, length).toWellFormed();
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('base64'));
  },
);

test('a page may run its script and nothing else, and one without a script nothing at all', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(contentPolicy('a{}', 'run()')).toBe(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hash('a{}')}; script-src ${hash('run()')}; base-uri 'none'; form-action 'none'">`,
  );
  expect(contentPolicy('a{}')).not.toContain('script-src');
});
