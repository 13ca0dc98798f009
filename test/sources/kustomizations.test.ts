import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { basesAmong, deployedKustomizations, unlistedFiles } from '../../src/sources/kustomize';
import { appFolder } from '../app-folder';

function folderWith(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const deployed = (folder: string, ...paths: string[]) => {
  const all = paths.map((path) => join(folder, path));
  return deployedKustomizations(all, new Set(basesAmong(all)), folder);
};

test('what others take in is no deployment, and a list is one as it lies', () => {
  const folder = folderWith({
    'base/kustomization.yaml': 'resources: [vm.yaml]\n',
    'base/vm.yaml': '',
    'fra/kustomization.yaml': 'resources: [../base]\n',
    'nyc/kustomization.yaml': 'resources: [../base]\nnamePrefix: n-\n',
    'parts/kustomization.yaml': 'kind: Component\nnamePrefix: n-\n',
  });
  const found = deployed(folder, ...['base', 'fra', 'nyc', 'parts'].map((name) => `${name}/kustomization.yaml`));
  expect(found.map(({ path, isList, resources }) => [path, isList, resources])).toEqual([
    [join(folder, 'fra/kustomization.yaml'), true, [join(folder, 'base/vm.yaml')]],
    [join(folder, 'nyc/kustomization.yaml'), false, [join(folder, 'base/vm.yaml')]],
  ]);
});

test.each<[text: string, obstacle: string]>([
  [
    'resources: ["https://example.com/vm.yaml"]',
    'kustomization.yaml uses https://example.com/vm.yaml, which is not fetched',
  ],
  ['resources: ["git@example.com:vms.git"]', 'kustomization.yaml uses git@example.com:vms.git, which is not fetched'],
  ['resources: ["github.com/example/vms"]', 'kustomization.yaml uses github.com/example/vms, which is not fetched'],
  [
    'patches: [{ path: "https://example.com/patch.yaml" }]',
    'uses https://example.com/patch.yaml, which is not fetched',
  ],
  ['configMapGenerator: [{ name: a, files: ["a=https://example.com/a"] }]', 'uses https://example.com/a, which'],
  ['helmCharts: [{ name: vms, repo: "https://example.com" }]', 'kustomization.yaml uses helmCharts, which is not'],
  ['generators: [plugin.yaml]', 'kustomization.yaml uses generators, which is not fetched or run here'],
  ['resources: [absent.yaml]', 'kustomization.yaml names absent.yaml, which is not here'],
  ['resources: [link.yaml]', 'link.yaml leaves the repository'],
])('%s is not built', (text, obstacle) => {
  const folder = folderWith({ 'kustomization.yaml': `${text}\n` });
  symlinkSync('/etc/hostname', join(folder, 'link.yaml'));
  expect(deployed(folder, 'kustomization.yaml')).toEqual([
    expect.objectContaining({ isList: false, obstacle: expect.stringContaining(obstacle) }),
  ]);
});

test('files beside a kustomization that none lists are told', () => {
  const files = ['/r/a/vm.yaml', '/r/a/old.yaml', '/r/b/vm.yaml'];
  expect(unlistedFiles(files, ['/r/a/kustomization.yaml'], new Set(['/r/a/vm.yaml']))).toEqual(['/r/a/old.yaml']);
});
