import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sha1 } from '../../src/kube/sha1';
import { uuidV5 } from '../../src/kube/uuid';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

test('the UUID of RFC 9562, appendix A.4', () => {
  expect(uuidV5(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('names beyond ASCII are hashed as UTF-8', () => {
  expect(uuidV5(DNS, 'würfel')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('our SHA-1 is that of Node', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
      const words = [...sha1(message)].map((word) => (word >>> 0).toString(16).padStart(8, '0'));
      expect(words.join('')).toBe(createHash('sha1').update(message).digest('hex'));
    }),
  );
});
