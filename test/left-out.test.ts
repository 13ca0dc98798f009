import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leftOutLine } from './left-out-reporter.cjs';

test.each<[readonly string[], string | undefined]>([
  [[], undefined],
  [['a page [needs Chromium]'], '1 test was left out: 1 needs Chromium'],
  [
    ['a [needs Chromium]', 'b [needs the CRDs of POLYVIRT_ORACLES]', 'c [needs the CRDs of POLYVIRT_ORACLES] of a'],
    '3 tests were left out: 2 need the CRDs of POLYVIRT_ORACLES, 1 needs Chromium',
  ],
  [['a'], '1 test was left out: 1 did not say why'],
])('of %j the run says %j', (names, line) => {
  expect(leftOutLine(names.map((fullName) => ({ fullName })))).toBe(line);
});

test('only test-where leaves tests out', () => {
  const others = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'test-where.ts' && name !== 'left-out.test.ts')
    .filter((name) =>
      /\b(test|it|describe)\.(skip|todo|only)|\bx(it|test|describe)\(/.test(
        readFileSync(join(__dirname, name), 'utf8'),
      ),
    );
  expect(others).toEqual([]);
});

test('only one place knows where the oracles are', () => {
  const root = join(__dirname, '..');
  const others = ['test', 'scripts', 'bench', 'e2e']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => /\.(ts|[mc]?js)$/.test(name) && !['scripts/oracles.cjs', 'test/left-out.test.ts'].includes(name))
    .filter((name) =>
      /(\.\.\/)+shared\/(crds|facts|cases)|POLYVIRT_ORACLES \?\?/.test(readFileSync(join(root, name), 'utf8')),
    );
  expect(others).toEqual([]);
});
