import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './app-folder';

/** Folders with text of our own. `sentences.ts` repeats the comments of the model. */
const FOLDERS = ['bench', 'charts', 'deploy', 'docs', 'e2e', 'scripts', 'src', 'test'];

const TEXTS = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)
  .concat('README.md', 'CONTRIBUTING.md', 'CHANGELOG.md')
  .filter((name) => /\.(?:ts|mjs|cjs|cts|md|sh|ya?ml|json)$/.test(name) && !name.endsWith('sentences.ts'))
  .filter((name) => statSync(join(ROOT, name)).isFile())
  .map((name) => ({ name, lines: readFileSync(join(ROOT, name), 'utf8').split('\n') }));

function linesWith(pattern: RegExp, isMeant: (name: string) => boolean): string[] {
  return TEXTS.filter(({ name }) => isMeant(name)).flatMap(({ name, lines }) =>
    lines.flatMap((line, i) => (pattern.test(line) ? [`${name}:${i + 1}: ${line.trim()}`] : [])),
  );
}

test('no comment begins with “What … that”: it names its thing', () => {
  expect(linesWith(/^\s*(?:\/\*\*|\*|\/\/) What [^.]*\bthat\b/, (name) => /\.[mc]?[jt]s$/.test(name))).toEqual([]);
});

test('messages and docs say who acts', () => {
  const words = /\b(?:somebody|nobody|whoever)\b/i;
  expect(linesWith(words, (name) => !name.startsWith('test') && !name.startsWith('e2e'))).toEqual([]);
});
