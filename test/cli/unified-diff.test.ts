import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { unifiedDiff } from '../../src/cli/unified-diff';

test('a diff has its lines, three lines around them, and where they are', () => {
  const text = (change: string) => ['a', 'b', 'c', 'd', change, 'f', 'g', 'h', 'i'].map((line) => `${line}\n`).join('');
  expect(unifiedDiff(text('e'), text('E'))).toBe('@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n');
  expect(unifiedDiff('', 'a\n')).toBe('@@ -0,0 +1 @@\n+a\n');
  expect(unifiedDiff('a\n', 'a\n')).toBe('');
});

test('git makes of the first text the second by it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-diff-'));
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
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
