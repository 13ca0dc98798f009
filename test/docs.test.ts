import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, polyvirt, ROOT } from './app-folder';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The blocks of a language in a page, in order. */
function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!);
}

test('the first example of the README gives the manifest beside it', () => {
  const folder = appFolder({ 'main.ts': blocks(README, 'ts')[0]! });
  expect(polyvirt(folder, ['synth'])).toMatchObject({ code: 0 });
  const written = readFileSync(join(folder, 'dist/edge/shop/virtualmachine-build.yaml'), 'utf8');
  expect(written.split('\n').slice(1).join('\n')).toBe(blocks(README, 'yaml')[0]);
});

test('the finding in the README is what polyvirt says', () => {
  const folder = appFolder({
    'main.ts': blocks(README, 'ts')[0]!.replace("architecture: 'arm64',\n  cpu", "architecture: 's390x',\n  cpu"),
  });
  expect(polyvirt(folder, ['synth']).stderr).toContain(blocks(README, 'text')[0]!);
});
