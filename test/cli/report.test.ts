import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { ROOT } from '../app-folder';
import { fleetFiles, folderOf } from '../report/fleet-files';
import { polyvirt } from '../run-cli';

const folder = folderOf(fleetFiles(3, 6));

const html = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

test('writes one page of all clusters, twice the same, and nothing beside it', async () => {
  const first = await polyvirt(folder, ['report', '-o', 'out/report.html']);
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.stderr).toBe('3 clusters; errors: 3; VMs that never start: 1\n');
  const page = readFileSync(join(folder, 'out/report.html'), 'utf8');
  expect(readdirSync(join(folder, 'out'))).toEqual(['report.html']);
  const again = await polyvirt(folder, ['report']);
  expect(again.stdout).toBe(page);
  expect(html(page)).toContain('3 clusters, 18 VMs, 24 nodes; VMs that never start: 1');
  expect(html(page)).toContain('Which VMs are arm64?');
});

test('tells each VM that never starts, why, and which zone each of the others needs', async () => {
  const { stdout } = await polyvirt(folder, ['report', '-f', 'json']);
  const { clusters } = JSON.parse(stdout);
  const groups = clusters.flatMap(({ name, places }: { name: string; places: { groups: object[] } }) =>
    places.groups.map((group) => ({ cluster: name, ...group })),
  );
  expect(groups.filter(({ pending }: { pending: boolean }) => pending)).toEqual([
    expect.objectContaining({ cluster: 'site-001', names: ['shop/db-1'], architecture: 'arm64', fits: [] }),
  ]);
  const lost = groups.filter(({ lostWith }: { lostWith: string[] }) => lostWith.length > 0);
  expect(lost.map(({ cluster, names, lostWith }: Record<string, unknown>) => [cluster, names, lostWith])).toEqual([
    ['site-000', ['shop/db-1'], ['zone=b']],
    ['site-000', ['shop/web-5'], ['zone=c']],
    ['site-001', ['shop/web-5'], ['zone=a']],
    ['site-002', ['shop/db-1'], ['zone=a']],
    ['site-002', ['shop/web-5'], ['zone=b']],
  ]);
});

test('its JSON is as its schema says, and so is that of the reference fleet', async () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/report.schema.json'), 'utf8'));
  const validate = new Ajv2020().compile(schema);
  for (const where of [folder, join(ROOT, 'test/fleet')]) {
    const { stdout } = await polyvirt(where, ['report', '-f', 'json']);
    validate(JSON.parse(stdout));
    expect(validate.errors).toBeNull();
  }
});

test('says what an upgrade changes, to the newest release or to another', async () => {
  const upgradesIn = async (...args: string[]) => {
    const { stdout } = await polyvirt(folder, ['report', '-f', 'json', ...args]);
    return JSON.parse(stdout).clusters.map(({ upgrade }: { upgrade?: { from: string; to: string } }) =>
      upgrade === undefined ? undefined : [upgrade.from, upgrade.to],
    );
  };
  expect(await upgradesIn()).toEqual([['1.8', '1.9'], undefined, ['hco:1.17', 'hco:1.18']]);
  expect(await upgradesIn('--to', '1.9')).toEqual([['1.8', '1.9'], undefined, undefined]);
  const wrong = await polyvirt(folder, ['report', '--to', 'soon']);
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
});

test('--fail says by the exit code whether there is an error or a VM that never starts', async () => {
  expect((await polyvirt(folder, ['report', '--fail', '-o', 'failing.html'])).code).toBe(1);
  const well = folderOf(fleetFiles(1, 1));
  expect((await polyvirt(well, ['report', '--fail', '-o', 'well.html'])).code).toBe(0);
});

test('one page of what cannot be read is no page', async () => {
  const empty = folderOf({ 'notes.txt': 'nothing' });
  const { code, stdout } = await polyvirt(empty, ['report', '-o', 'report.html']);
  expect([code, stdout, readdirSync(empty)]).toEqual([2, '', ['notes.txt']]);
});

test('names of a manifest are text on the page, and secrets are not on it', async () => {
  const evil = folderOf({
    'vm.yaml': `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: "</script><img src=x onerror=alert(1)>", namespace: shop }
spec:
  runStrategy: Always
  template:
    spec:
      architecture: sparc
      domain: { memory: { guest: 2Gi }, devices: { disks: [{ name: init }] } }
      volumes: [{ name: init, cloudInitNoCloud: { userData: "password: hunter2-and-more" } }]
---
apiVersion: v1
kind: Node
metadata: { name: n1, labels: { kubernetes.io/arch: amd64, kubevirt.io/schedulable: "true" } }
status: { allocatable: { cpu: "8", memory: 8Gi, pods: "10" }, nodeInfo: { architecture: amd64 } }
`,
  });
  const { stdout } = await polyvirt(evil, ['report', 'vm.yaml']);
  expect(stdout).toContain('&lt;/script&gt;');
  expect(stdout).not.toContain('<img');
  expect(stdout).not.toContain('hunter2');
  expect(stdout.match(/<\/script>/g)).toHaveLength(1);
});
