import { createHash } from 'node:crypto';
import { contentPolicy } from '../../../src/findings/escape/formats';

test('a page may run its script and nothing else, and one without a script nothing at all', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
  const hash = (text: string) => `'sha256-${sha256(text)}'`;
  expect(contentPolicy(sha256, 'a{}', 'run()')).toBe(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hash('a{}')}; script-src ${hash('run()')}; base-uri 'none'; form-action 'none'">`,
  );
  expect(contentPolicy(sha256, 'a{}')).not.toContain('script-src');
});
