import { Size } from 'cdk8s';
import fc from 'fast-check';
import { isPositiveQuantity, parseQuantity, quantityText, shownQuantity } from '../../src/kube/quantity';

test.each<[string, string]>([
  ['1', '1000000000'],
  ['500m', '500000000'],
  ['1n', '1'],
  ['0.5n', '1'],
  ['1k', '1000000000000'],
  ['1Ki', '1024000000000'],
  ['1.5Gi', '1610612736000000000'],
  ['1e3', '1000000000000'],
  ['1E-3', '1000000'],
  ['12E', '12000000000000000000000000000'],
  ['-2', '-2000000000'],
  ['.5', '500000000'],
  ['5.', '5000000000'],
])('%s is %s billionths', (text, nano) => {
  expect(parseQuantity(text)?.nano).toBe(BigInt(nano));
});

test.each(['', 'Gi', '8Gb', '8 Gi', '8gi', '8K', '1.2.3', '0x10', '1e', '１Gi', '8Gi ', 'e3', '1e999', '--1'])(
  '"%s" is not a quantity',
  (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  },
);

test('equal amounts are equal whatever their suffix', () => {
  expect(parseQuantity('1Gi')).toEqual(parseQuantity('1024Mi'));
  expect(parseQuantity('1Gi')).toEqual(parseQuantity('1073741824'));
});

test('whole numbers of any suffix are exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 60n }), (amount) => {
      expect(parseQuantity(`${amount}Ki`)?.nano).toBe(amount * 1024n * 1_000_000_000n);
    }),
  );
});

test('the Size of cdk8s prints itself as a quantity', () => {
  expect(quantityText(Size.gibibytes(8))).toBe('8Gi');
  expect(quantityText('512Mi')).toBe('512Mi');
});

test.each<[string, boolean]>([
  ['0', false],
  ['0Gi', false],
  ['-1Gi', false],
  ['1Mi', true],
])('%s positive: %s', (text, expected) => {
  expect(isPositiveQuantity(text)).toBe(expected);
});

test.each([
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['0.1Gi', '107374182400m'],
  ['0.5Ki', '512'],
  ['1000Ki', '1000Ki'],
  ['1500M', '1500M'],
  ['1500000k', '1500M'],
  ['1000', '1k'],
  ['1073741824', '1073741824'],
  ['0.5', '500m'],
  ['0Gi', '0'],
  ['1e3', '1e3'],
  ['1000e0', '1e3'],
  ['12E2', '1200'],
  ['5e-1', '500e-3'],
  ['+2Gi', '2Gi'],
  ['-2048Mi', '-2Gi'],
  ['8Gi', '8Gi'],
  ['lots', 'lots'],
])('%s is stored as %s', (text, stored) => {
  expect(shownQuantity(text)).toBe(stored);
});
