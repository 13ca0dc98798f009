import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { ROOT } from '../../app-folder';
import { data, hasBrokenKey, wellFormed } from './nasty';

type Emit = (root: unknown) => string;
type EmitterFile = 'scalar' | 'emit';

/** The emitter as it was compiled, with a change in one of its files. */
function emitter(file: EmitterFile, from: string | RegExp, to: string): Emit {
  const load = (name: string): Record<string, unknown> => {
    const source = readFileSync(join(ROOT, 'lib/src/kube/yaml', `${name}.js`), 'utf8');
    const changed = name === file ? source.replace(from, to) : source;
    if (name === file && changed === source && from !== '') {
      throw new Error(`${name}.js has no ${String(from)} that could be changed`);
    }
    const exports = {};
    new Function('exports', 'require', changed)(exports, (id: string) =>
      id === './scalar' ? load('scalar') : require(join(ROOT, 'lib/src/kube/yaml', id)),
    );
    return exports;
  };
  return load('emit').emitYaml as Emit;
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
  expect(isCaught(emitter('scalar', '', ''), 500)).toBe(false);
});

test.each<[string, EmitterFile, string | RegExp, string]>([
  ['words that mean a truth are left plain', 'scalar', /const MISREAD = .*/, 'const MISREAD = /^null$/i;'],
  ['anything is plain', 'scalar', 'return isPlain(text) ? text', 'return true ? text'],
  ['a colon is plain', 'scalar', /const PLAIN = .*/, 'const PLAIN = /^[A-Za-z/][A-Za-z: ]*$/;'],
  ['a block is taken for text that begins with a blank', 'scalar', '/^[\\n \\t]/.test(text)', 'false'],
  ['the last newlines are lost', 'scalar', /const chomping = .*/, "const chomping = '-';"],
  ['a list in a list begins on a new line', 'emit', "out += isInline ? ' ' :", "out += isInline ? '\\n' :"],
  ['an empty map is nothing', 'emit', "? '{}'", "? ''"],
  ['a short text is written like another one', 'emit', 'shortTexts.get(value)', 'shortTexts.get(value[0])'],
  ['a set of keys is taken for another one', 'emit', 'met.following.get(key)', 'met.following.get(key[0])'],
  ['a key that came before is lost', 'emit', '[...met.keys, key]', '[key]'],
])('%s: that would be caught', (_, file, from, to) => {
  expect(isCaught(emitter(file, from, to), 5000)).toBe(true);
});
