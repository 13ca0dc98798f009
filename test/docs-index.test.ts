import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './app-folder';

const pages = (folder: string) =>
  readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
const linksOf = (page: string) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, link]) => link!);

test('the index of the documentation names every page once', () => {
  const own = linksOf('docs/README.md').filter((link) => !link.includes('/'));
  expect(own.sort()).toEqual(pages('docs').sort());
});

test('the index of the decisions names each of them, in order', () => {
  expect(linksOf('docs/adr/README.md')).toEqual(pages('docs/adr').sort());
});

test.each(pages('docs/adr'))('%s has its number in its title, and its state in the index', (name) => {
  const text = readFileSync(join(ROOT, 'docs/adr', name), 'utf8');
  const number = Number(name.slice(0, 4));
  expect(text).toMatch(new RegExp(`^# ${number}\\. `));
  const superseded = /Superseded by \[(?:ADR )?(\d+)\]/.exec(text)?.[1];
  const row = readFileSync(join(ROOT, 'docs/adr/README.md'), 'utf8')
    .split('\n')
    .find((line) => line.includes(name));
  expect(row).toContain(superseded === undefined ? '| holds |' : `| superseded by ${superseded} |`);
});

/** Pages for maintainers. What a decision that was superseded says of files is how it was then. */
const MAINTAINED = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  ...pages('docs/adr')
    .map((name) => `docs/adr/${name}`)
    .filter((page) => !readFileSync(join(ROOT, page), 'utf8').includes('Superseded by')),
];

test.each(MAINTAINED)('%s names files that are there', (page) => {
  const named = [
    ...readFileSync(join(ROOT, page), 'utf8').matchAll(/`((?:src|test|docs|scripts|bench|e2e|imports)\/[\w./-]+)`/g),
  ];
  const missing = named.map(([, path]) => path!).filter((path) => !isThere(path));
  expect(missing).toEqual([]);
});

function isThere(path: string): boolean {
  return ['', '.ts', '.test.ts'].some((end) => existsSync(join(ROOT, path + end)));
}
