import { uuidV5 } from '../../src/kube/hash';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

test('the UUID of RFC 9562, appendix A.4', () => {
  expect(uuidV5(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('names beyond ASCII are hashed as UTF-8', () => {
  expect(uuidV5(DNS, 'würfel')).toBe('06f3d089-1bfa-5354-baf1-8e11111b498b');
});
