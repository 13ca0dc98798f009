import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CODES } from '../../src/findings/codes';

const ROOT = resolve(__dirname, '../..');
const PAGES = readFileSync(join(ROOT, 'docs/findings.md'), 'utf8');
const USED = new Set(
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('codes.ts'))
    .flatMap((name) => readFileSync(join(ROOT, 'src', name), 'utf8').match(/(?<=')PV\d{3}(?=')/g) ?? []),
);

test('every code that a rule gives is in the list, and every code of the list is given', () => {
  expect([...USED].sort()).toEqual(Object.keys(CODES).sort());
});

test.each(Object.entries(CODES))('%s has its page: meaning, impact, diagnosis, mitigation', (code, title) => {
  const page = PAGES.split(/^## /m).find((section) => section.startsWith(`${code} `));
  expect(page).toBeDefined();
  expect(page!.split('\n')[0]).toBe(`${code} ${title}`);
  for (const heading of ['Meaning', 'Impact', 'Diagnosis', 'Mitigation']) {
    expect(page).toContain(`**${heading}.**`);
  }
});

test('no page is about a code that does not exist', () => {
  const pages = [...PAGES.matchAll(/^## (PV\d+)/gm)].map(([, code]) => code);
  expect(pages).toEqual(Object.keys(CODES));
});
