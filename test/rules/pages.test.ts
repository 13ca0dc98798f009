import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { followingFiles, readPages } from '../../scripts/pages/following-files';
import { modelFiles } from '../../scripts/pages/model-files';
import { ALERTS } from '../../src/golden-images/alerts';
import { unindented } from '../../src/rules/page';

const ROOT = resolve(__dirname, '../..');
const FILES = readPages(ROOT);
const FOLLOWING = followingFiles(FILES);

test('npm run pages was called: what follows from files of findings and from rows is what it would write', () => {
  const stale = Object.entries({ ...FOLLOWING, ...modelFiles(ROOT) }).filter(
    ([path, text]) => !existsSync(join(ROOT, path)) || readFileSync(join(ROOT, path), 'utf8') !== text,
  );
  expect(stale.map(([path]) => path)).toEqual([]);
});

test('docs/findings has no page of a code that is gone', () => {
  const pages = readdirSync(join(ROOT, 'docs/findings')).map((name) => `docs/findings/${name}`);
  expect(pages.filter((path) => FOLLOWING[path] === undefined)).toEqual([]);
});

test('every file has the code that it is named after', () => {
  expect(FILES.filter(({ name, page }) => !name.endsWith(`/${page?.code}`))).toEqual([]);
});

test('every code is given somewhere, and every code that is given has its file', () => {
  const texts = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    // The first line of a page with a code says which page it is.
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8').replace(/(?<=: FindingPage = \{\n) {2}code: .*/, ''));
  const given = new Set(texts.flatMap((text) => text.match(/(?<=')PV\d{3}(?=')/g) ?? []));
  expect([...given].sort()).toEqual(FILES.map(({ page }) => page.code));
});

test('every section of a page is one paragraph that ends with a stop', () => {
  const odd = FILES.flatMap(({ page }) =>
    Object.entries(page.page())
      .filter(([, text]) => !/^\S.*[.!]$/.test(text))
      .map(([name]) => `${page.code} ${name}`),
  );
  expect(odd).toEqual([]);
});

test('links of pages lead to pages', () => {
  const links = FILES.flatMap(({ page }) =>
    Object.values(page.page()).flatMap((text) => [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!)),
  );
  expect(links.filter((link) => !existsSync(join(ROOT, 'docs/findings', link)))).toEqual([]);
});

test('every alert about golden images has a page, and no alert has two', () => {
  const alerts = FILES.flatMap(({ page }) => page.alerts ?? []);
  expect(alerts).toEqual(expect.arrayContaining(Object.keys(ALERTS)));
  expect(new Set(alerts).size).toBe(alerts.length);
});

test.each([
  { text: '\n    a:\n      b\n\n    c\n  ', plain: 'a:\n  b\n\nc' },
  { text: 'one line', plain: 'one line' },
])('$text without indentation is $plain', ({ text, plain }) => {
  expect(unindented(text)).toBe(plain);
});
