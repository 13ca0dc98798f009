import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { ROOT } from '../../app-folder';
import { data, hasBrokenKey, wellFormed } from './nasty';

type Emit = (root: unknown) => string;
/** The emitter as it was compiled, with a change in it. */
function emitter(from: string | RegExp, to: string): Emit {
  const source = readFileSync(join(ROOT, 'lib/src/kube/yaml/emit.js'), 'utf8');
  const changed = source.replace(from, to);
  if (changed === source && from !== '') {
    throw new Error(`emit.js has no ${String(from)} that could be changed`);
  }
  const exports: { emitYaml?: Emit } = {};
  new Function('exports', 'require', changed)(exports, (id: string) => require(join(ROOT, 'lib/src/kube/yaml', id)));
  return exports.emitYaml!;
}

/** Whether some data does not come back from a reader of YAML 1.1 or 1.2 as it was written. */
function isCaught(emit: Emit, runs: number): boolean {
  const { failed } = fc.check(
    fc.property(data, (value) => {
      fc.pre(!hasBrokenKey(value));
      const document = { root: value, listed: [value, { deeper: value }] };
      for (const version of ['1.1', '1.2'] as const) {
        expect(parse(emit(document), { version, merge: false, maxAliasCount: 0 })).toEqual(wellFormed(document));
      }
    }),
    { numRuns: runs, seed: 20_261_116 },
  );
  return failed;
}

test('the emitter itself is not caught', () => {
  expect(isCaught(emitter('', ''), 500)).toBe(false);
});

test.each<[string, string | RegExp, string]>([
  ['words that mean a truth are left plain', /const MISREAD = .*/, 'const MISREAD = /^null$/i;'],
  ['anything is plain', 'return isPlainText(text) ? text', 'return true ? text'],
  ['a colon is plain', /const PLAIN = .*/, 'const PLAIN = /^[A-Za-z/][A-Za-z: ]*$/;'],
  ['a block is taken for text that begins with a blank', '/^[\\n \\t]/.test(text)', 'false'],
  ['the last newlines are lost', /const chomping = .*/, "const chomping = '-';"],
  ['a list in a list begins on a new line', "out += isInline ? ' ' :", "out += isInline ? '\\n' :"],
  ['an empty map is nothing', "? '{}'", "? ''"],
  ['a short text is written like another one', 'shortTexts.get(value)', 'shortTexts.get(value[0])'],
  ['a set of keys is taken for another one', 'met.following.get(key)', 'met.following.get(key[0])'],
  ['a key that came before is lost', '[...met.keys, key]', '[key]'],
])('%s: that would be caught', (_, from, to) => {
  expect(isCaught(emitter(from, to), 5000)).toBe(true);
});
