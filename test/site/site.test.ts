import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { appFolder, ROOT } from '../app-folder';

let site: string;
let pages: Map<string, string>;

beforeAll(() => {
  site = join(appFolder(), '_site');
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/@11ty/eleventy/cmd.cjs'), '--config=site/eleventy.config.mjs', `--output=${site}`],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  pages = new Map(names.map((name) => [name, readFileSync(join(site, name), 'utf8')]));
}, 120_000);

const decoded = (text: string) => decodeURIComponent(text.replaceAll('&amp;', '&'));

test('every page of docs/ is on the site', () => {
  const sources = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const expected = sources.map((name) => name.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'));
  expect([...pages.keys()].sort()).toEqual(
    [...expected, 'CHANGELOG.html', 'CODE_OF_CONDUCT.html', 'CONTRIBUTING.html', 'SECURITY.html'].sort(),
  );
});

test('no link of a page is dead, nor is its heading', () => {
  const dead = [...pages].flatMap(([name, html]) =>
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)]
      .map(([, link]) => decoded(link!))
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path, heading] = link.split('#') as [string, string | undefined];
        const target = path === '' ? name : posix.join(posix.dirname(name), path);
        return !existsSync(join(site, target)) || (heading !== undefined && !hasHeading(target, heading));
      })
      .map((link) => `${name}: ${link}`),
  );
  expect(dead).toEqual([]);
});

function hasHeading(page: string, id: string): boolean {
  return pages.get(page)?.includes(`id="${id}"`) ?? false;
}

test('a link into the repository names a file that is there', () => {
  const repository = 'https://github.com/polyvirt/polyvirt/blob/main/';
  const dead = [...pages].flatMap(([name, html]) =>
    [...html.matchAll(/href="([^"]+)"/g)]
      .map(([, link]) => decoded(link!))
      .filter((link) => link.startsWith(repository))
      .filter((link) => !existsSync(join(ROOT, link.slice(repository.length).replace(/#.*/, ''))))
      .map((link) => `${name}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('a JSON Schema is at its address', () => {
  for (const name of readdirSync(join(ROOT, 'docs/schemas'))) {
    const { $id } = JSON.parse(readFileSync(join(site, 'schemas', name), 'utf8'));
    expect($id).toBe(`https://polyvirt.github.io/polyvirt/schemas/${name}`);
  }
});

test('the search knows every page, and a finding by its code', () => {
  const script = readFileSync(join(site, 'search-index.js'), 'utf8');
  const index = JSON.parse(/= (.*);\n$/s.exec(script)![1]!) as { url: string; title: string; text: string }[];
  expect(index.map(({ url }) => url).sort()).toEqual([...pages.keys()].sort());
  expect(index.find(({ url }) => url === 'findings/PV105.html')!.title).toMatch(/^PV105 /);
  expect(script.length).toBeLessThan(1.5e6);
});
