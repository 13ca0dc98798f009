import { readdirSync, readFileSync } from 'node:fs';
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
