import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { app, appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const settings = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { size: "1" }\n`;

const FILE = {
  'polyvirt.yaml':
    'apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: edge }\nspec:\n  target: { kubevirt: "1.9" }\n  manifests: [legacy/*.yaml]\n',
};
const PROGRAM = {
  'cdk8s.yaml': 'app: npx ts-node main.ts\n',
  'main.ts': app("new Manifests(edge, 'legacy', { path: 'legacy/*.yaml' });\nimport { Manifests } from 'polyvirt';"),
};

/** A repository without packages of its own. */
function repository(files: Record<string, string>): string {
  const folder = join(appFolder(), 'repository');
  mkdirSync(folder);
  writeFiles(folder, { 'legacy/a.yaml': settings('a'), ...files });
  return folder;
}

test.each([
  { door: 'a platform file', files: FILE as Record<string, string>, args: [] as string[] },
  { door: 'a confined program', files: PROGRAM, args: ['--programs'] },
])(
  '$door brings files in the plugin, and is rendered anew when one comes, changes or goes',
  async ({ files, args }) => {
    const folder = repository(files);
    const env = { POLYVIRT_CACHE: join(folder, '../cache') };
    const generate = () => polyvirt(folder, ['argocd', 'generate', ...args], env);
    const names = async () => {
      const { code, stdout, stderr } = await generate();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return [...stdout.matchAll(/^ {2}name: (.*)/gm)].map(([, name]) => name);
    };
    expect(await names()).toEqual(['a']);
    expect(await names()).toEqual(['a']);
    writeFiles(folder, { 'legacy/b.yaml': settings('b') });
    expect(await names()).toEqual(['a', 'b']);
    writeFiles(folder, { 'legacy/b.yaml': settings('c') });
    expect(await names()).toEqual(['a', 'c']);
    rmSync(join(folder, 'legacy/b.yaml'));
    expect(await names()).toEqual(['a']);
    writeFiles(folder, { 'legacy/b.yaml': 'password: hunter2-hunter2\n' });
    const { code, stdout, stderr } = await generate();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error PV051 at legacy\/b\.yaml:1/);
    expect(stderr).not.toContain('hunter2');
  },
);

test('a link that leads out of the repository brings nothing', async () => {
  const folder = repository(FILE);
  writeFiles(join(folder, '..'), { 'secret.yaml': settings('secret') });
  symlinkSync('../../secret.yaml', join(folder, 'legacy/b.yaml'));
  const { code, stdout, stderr } = await polyvirt(folder, ['argocd', 'generate'], { POLYVIRT_CACHE: '' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('it is outside of the folder of the platform, where a link leads');
});

test('an Application is refreshed when a file comes into a folder that a platform brings', async () => {
  const folder = repository({
    'polyvirt.yaml': `${FILE['polyvirt.yaml']}  argocd: { destination: { name: edge } }\n`,
    '.git/HEAD': '',
  });
  const args = ['argocd', 'applications', '--plugin', '--repo-url', 'https://example.org/infra.git'];
  const { stdout } = await polyvirt(folder, args);
  expect(stdout).toMatch(/manifest-generate-paths: "?\/polyvirt\.yaml;\/legacy"?\n/);
});
