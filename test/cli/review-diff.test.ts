import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { unifiedDiff } from '../../src/cli/format/review-formats';
import { processorMs } from '../processor-time';

test('a diff has its lines, three lines around them, and where they are', () => {
  const text = (change: string) => ['a', 'b', 'c', 'd', change, 'f', 'g', 'h', 'i'].map((line) => `${line}\n`).join('');
  expect(unifiedDiff(text('e'), text('E'))).toBe('@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n');
  expect(unifiedDiff('', 'a\n')).toBe('@@ -0,0 +1,1 @@\n+a\n');
  expect(unifiedDiff('a\n', 'a\n')).toBe('');
});

test('git makes of the first text the second by it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-diff-'));
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 30 });
  // Beside short texts, some with more changes than are compared line by line.
  const long = fc
    .tuple(lines, lines, lines)
    .map(([head, middle, tail]) => [
      ...head,
      ...Array.from({ length: 1_500 }, (_, i) => `${middle.join('')}${i}`),
      ...tail,
    ]);
  const pairs = fc.oneof({ weight: 3, arbitrary: fc.tuple(lines, lines) }, fc.tuple(long, long));
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const [old, fresh] = [before, after].map((text) => `${text.join('\n')}\n`);
      const diff = unifiedDiff(old!, fresh!);
      if (diff === '') {
        expect(old).toBe(fresh);
        return;
      }
      writeFileSync(join(folder, 'x'), old!);
      writeFileSync(join(folder, 'x.diff'), `--- a/x\n+++ b/x\n${diff}`);
      const { status, stderr } = spawnSync('git', ['apply', '--unsafe-paths', 'x.diff'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
      expect(readFileSync(join(folder, 'x'), 'utf8')).toBe(fresh);
    }),
    { numRuns: 60 },
  );
  rmSync(folder, { recursive: true });
});

test('texts with too many changes to be compared are shown as replaced', () => {
  const text = (letter: string) => Array.from({ length: 20_000 }, (_, i) => `${letter}${i}\n`).join('');
  let diff: readonly string[] = [];
  expect(
    processorMs(() => {
      diff = unifiedDiff(text('x'), text('y')).split('\n');
    }),
  ).toBeLessThan(2_000);
  expect(diff.slice(0, 3)).toEqual(['@@ -1,20000 +1,20000 @@', '-x0', '-x1']);
  expect(diff.slice(20_000, 20_002)).toEqual(['-x19999', '+y0']);
  expect(diff.slice(-2)).toEqual(['+y19999', '']);
});
