import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, ROOT, textsBelow } from './app-folder';
import { builtPolyvirt } from './built-program';
import { polyvirt } from './run-cli';
import { runScript } from './run-script';

const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    // The examples there are wrong on purpose; a test of their own runs them.
    .filter((name) => name.endsWith('.md') && !/^(findings|demos)\//.test(name))
    .map((name) => join('docs', name)),
].sort();

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

/** The fenced blocks of a page, in order. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1]!,
    text: match[2]!,
    line: text.slice(0, match.index).split('\n').length,
  }));
}

const written = new Map<string, Promise<Record<string, string>>>();

/** What a program or a platform file writes. Several blocks are about one of them. */
function synthesized(files: Record<string, string>, path: string): Promise<Record<string, string>> {
  const key = JSON.stringify([files, path]);
  const texts = written.get(key) ?? synthesizes(files, path);
  written.set(key, texts);
  return texts;
}

async function synthesizes(files: Record<string, string>, path: string): Promise<Record<string, string>> {
  const folder = appFolder(files);
  // What a program prints goes to the stderr of the process, which is not ours here.
  const run = files['main.ts']?.includes('console.') ? builtPolyvirt : polyvirt;
  const { code, stderr } = await run(folder, ['synth', path, '--output', 'out']);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return textsBelow(join(folder, 'out'));
}

const isPlatform = ({ language, text }: Block | undefined = { language: '', text: '', line: 0 }) =>
  language === 'yaml' && text.includes('kind: Platform');

const EXAMPLES = PAGES.flatMap((page) => blocksOf(page).map((block, i, all) => ({ page, ...block, i, all })));
const at = ({ page, line }: { page: string; line: number }) => `${page}:${line}`;

test('there are examples to run', () => {
  const count = (language: string) => EXAMPLES.filter((example) => example.language === language).length;
  expect([count('ts'), count('yaml'), count('sh')].every((number) => number > 0)).toBe(true);
});

test('every block says what it is', () => {
  expect(EXAMPLES.filter(({ language }) => !['ts', 'yaml', 'sh', 'text'].includes(language)).map(at)).toEqual([]);
});

const PROGRAMS = EXAMPLES.filter(({ language }) => language === 'ts');

test.each(PROGRAMS.map((example) => [at(example), example] as const))(
  '%s: the program runs, and its twin in YAML gives the same bytes',
  async (_at, { text, i, all }) => {
    const files = await synthesized({ 'main.ts': text }, '.');
    const later = all.slice(i + 1);
    const until = later.findIndex(({ language }) => language === 'ts');
    const twin = later.slice(0, until === -1 ? undefined : until).find(isPlatform);
    if (twin !== undefined) {
      expect(await synthesized({ 'platform.yaml': twin.text }, 'platform.yaml')).toEqual(files);
    }
  },
);

const PLATFORMS = EXAMPLES.filter(isPlatform);

test.each(PLATFORMS.map((example) => [at(example), example] as const))(
  '%s: the platform synthesizes',
  async (_at, { text }) => {
    expect(Object.keys(await synthesized({ 'platform.yaml': text }, 'platform.yaml')).length).toBeGreaterThan(0);
  },
);

const MANIFESTS = EXAMPLES.filter((example) => example.language === 'yaml' && !isPlatform(example));

test.each(MANIFESTS.map((example) => [at(example), example] as const))(
  '%s: the manifest is what the program before it gives',
  async (_at, { text, i, all }) => {
    const program = all.slice(0, i).findLast(({ language }) => language === 'ts');
    const manifests = Object.values(await synthesized({ 'main.ts': program!.text }, '.')).map((file) =>
      file.split('\n').slice(1).join('\n'),
    );
    expect(manifests).toContain(text);
  },
);

const SCRIPTS = EXAMPLES.filter(({ language }) => language === 'sh');

test.each(SCRIPTS.map((example) => [at(example), example] as const))(
  '%s: the commands work, and print what is shown',
  async (_at, { text, i, all }) => {
    const { code, stdout, stderr } = await runScript(text);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const next = all[i + 1];
    if (next?.language === 'text' && /^(error|warning|info) PV|^\d+ (virtual machine|object)|^<!--/.test(next.text)) {
      expect(stdout + stderr).toContain(next.text);
    }
  },
);

test('the README says how to install, to start and to test before it runs polyvirt', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  const first = readme.slice(0, readme.indexOf('```sh'));
  expect(first.split('\n').length).toBeLessThan(30);
  for (const word of ['npm ci && npm install -g .', 'npm pack', 'registry', 'npm start', 'npm test']) {
    expect(first).toContain(word);
  }
  expect(first).toContain(`polyvirt-${JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version}.tgz`);
});

test('the finding in the README is what polyvirt says', async () => {
  const [program] = blocksOf('README.md').filter(({ language }) => language === 'ts');
  const folder = appFolder({
    'main.ts': program!.text.replace("architecture: 'arm64',\n  cpu", "architecture: 's390x',\n  cpu"),
  });
  const said = blocksOf('README.md').find(({ language, text }) => language === 'text' && text.includes('main.ts:'))!;
  expect((await polyvirt(folder, ['synth'])).stderr).toContain(said.text);
});

test('the page of commands has those that there are', async () => {
  const overview = (await polyvirt(ROOT, ['--help'])).stdout;
  const commands = [...overview.matchAll(/^ {2}([a-z]+) /gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'polyvirt');
  const told = blocksOf('docs/commands.md').find(
    ({ language, text }) => language === 'text' && text.startsWith('polyvirt init'),
  )!;
  expect(commands.filter((name) => !told.text.includes(`polyvirt ${name}`))).toEqual([]);
});
