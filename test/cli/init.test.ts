import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../src/cli/start/command';
import { appFolder, textsBelow, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

/** A folder without cdk8s, so that nothing of it can be loaded. */
function fileFolder(files: Record<string, string>): string {
  const folder = join(appFolder(), 'files');
  writeFiles(folder, files);
  return folder;
}

test('--yaml gives manifests at once, and an editor its schema', async () => {
  const folder = fileFolder({ keep: '' });
  const { code, stderr } = await polyvirt(folder, ['init', 'first']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'written: polyvirt.schema.json, polyvirt.yaml, README.md, .github/workflows/polyvirt.yml\n' +
      'next: cd first && polyvirt synth\n',
  });
  expect(readFileSync(join(folder, 'first/polyvirt.yaml'), 'utf8')).toMatch(
    /^# yaml-language-server: \$schema=\.\/polyvirt\.schema\.json\n/,
  );
  expect(await polyvirt(join(folder, 'first'), ['synth'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('VirtualMachine  2        amd64 1, arm64 1'),
  });
});

test.each(['1234', 'on', 'null', '1e3', 'polyvirt'])('a folder named %s is no trap', async (name) => {
  const folder = fileFolder({ keep: '' });
  await polyvirt(folder, ['init', name]);
  expect(await polyvirt(folder, ['synth', name])).toMatchObject({ code: 0 });
});

test('--typescript gives the same manifests', async () => {
  const folder = appFolder();
  await polyvirt(folder, ['init', '--yaml', 'a/first']);
  await polyvirt(folder, ['init', '--typescript', 'b/first']);
  expect(await polyvirt(folder, ['synth', 'b/first', '--output', 'code'])).toMatchObject({ code: 0 });
  expect(await polyvirt(folder, ['synth', 'a/first', '--output', 'yaml'])).toMatchObject({ code: 0 });
  expect(textsBelow(join(folder, 'code'))).toEqual(textsBelow(join(folder, 'yaml')));
});

test('refuses to write over what is there', async () => {
  const folder = fileFolder({ 'polyvirt.yaml': 'mine: true\n' });
  const { code, stderr } = await polyvirt(folder, ['init']);
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('error PV018 at polyvirt.yaml'),
  });
  expect(textsBelow(folder)).toEqual({ 'polyvirt.yaml': 'mine: true\n' });
});

test.each(['--yaml', '--typescript'])(
  '%s completes what an interrupted run left, whatever is missing',
  async (language) => {
    const folder = fileFolder({ keep: '' });
    await polyvirt(folder, ['init', language, 'first']);
    const first = join(folder, 'first');
    const whole = textsBelow(first);
    for (const missing of Object.keys(whole)) {
      rmSync(join(first, missing));
      // What a kill leaves while files are still being prepared.
      mkdirSync(join(first, '.polyvirt-4194999-abc'));
      writeFileSync(join(first, '.polyvirt-4194999-abc/0.tmp'), 'cut o');
      expect(await polyvirt(folder, ['init', language, 'first'])).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(new RegExp(`^written: ${missing}\nthere already: `)),
      });
      expect(textsBelow(first)).toEqual(whole);
      expect(readdirSync(first).filter((name) => name.startsWith('.polyvirt-'))).toEqual([]);
    }
  },
);

test('writes nothing at all beside a file that somebody changed', async () => {
  const folder = fileFolder({ keep: '' });
  await polyvirt(folder, ['init', 'first']);
  const first = join(folder, 'first');
  rmSync(join(first, 'polyvirt.schema.json'));
  writeFileSync(join(first, 'polyvirt.yaml'), 'mine: true\n');
  expect(await polyvirt(folder, ['init', 'first'])).toMatchObject({ code: 1 });
  expect(Object.keys(textsBelow(first))).not.toContain('polyvirt.schema.json');
});

test.each([
  ['--yaml', { 'cdk8s.yaml': 'app: npx ts-node main.ts\n' }, 'cdk8s.yaml'],
  [
    '--typescript',
    { 'polyvirt.yaml': 'apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: edge }\nspec: {}\n' },
    'polyvirt.yaml',
  ],
])('%s rejects a folder that has a platform of the other kind', async (language, files, there) => {
  const folder = fileFolder(files);
  expect(await polyvirt(folder, ['init', language])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`error PV015 at ${there}: the folder already has a platform`),
  });
  expect(textsBelow(folder)).toEqual(files);
});

test('a README and a .gitignore of the user stay', async () => {
  const mine = { 'README.md': '# Mine\n', '.gitignore': 'secrets/\n' };
  const folder = fileFolder(mine);
  const { code, stderr } = await polyvirt(folder, ['init', '--typescript']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('\nleft as it is: .gitignore, README.md\nnext: npm install && npm run synth\n'),
  });
  expect(textsBelow(folder)).toMatchObject(mine);
});

test('what it says to run in CI is what works, of one version', async () => {
  const folder = fileFolder({ keep: '' });
  await polyvirt(folder, ['init', 'first']);
  const { '.github/workflows/polyvirt.yml': job, 'README.md': readme } = textsBelow(join(folder, 'first'));
  expect(job).toContain(`echo polyvirt@${VERSION})`);
  const commands = [...job!.matchAll(/- run: polyvirt (.*)/g)].map(([, words]) => words!.split(' '));
  expect(commands).toEqual([
    ['synth', '--check'],
    ['check', '--format', 'github'],
  ]);
  expect(await polyvirt(join(folder, 'first'), ['synth'])).toMatchObject({ code: 0 });
  const told = [...readme!.matchAll(/^polyvirt (.*?) +#/gm)].map(([, words]) => words!.split(' '));
  expect(told).toHaveLength(4);
  for (const words of [...commands, ...told]) {
    expect({ words, code: (await polyvirt(join(folder, 'first'), words)).code }).toEqual({ words, code: 0 });
  }
});

test('a program is pinned to the polyvirt that made it, which is beside it while no registry has it', async () => {
  const folder = fileFolder({ keep: '' });
  await polyvirt(folder, ['init', '--typescript', 'first']);
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'first/package.json'), 'utf8'));
  expect(dependencies.polyvirt).toBe(`file:polyvirt-${VERSION}.tgz`);
  expect(existsSync(join(folder, 'first', `polyvirt-${VERSION}.tgz`))).toBe(true);
});

test('two languages at once are a wrong call', async () => {
  expect((await polyvirt(fileFolder({ keep: '' }), ['init', '--yaml', '--typescript'])).code).toBe(2);
});
