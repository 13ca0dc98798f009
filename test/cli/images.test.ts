import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { app, appFolder, ROOT } from '../app-folder';
import { polyvirt } from '../run-cli';

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { hco: "1.18" }
  nodes:
  - { pool: masters, architecture: amd64, role: control-plane, count: 3 }
  - { pool: intel, architecture: amd64, count: 3 }
  - { pool: ampere, architecture: arm64, count: 3 }
  hyperConverged: {}
  goldenImages:
  - name: corp
    registry: { url: "docker://registry.example.com/corp:1" }
    architectures: [amd64, s390x]
    size: 20Gi
`;
const ON = PLATFORM.replace('hyperConverged: {}', 'hyperConverged: { enableMultiArchBootImageImport: true }');

const HCO = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
spec: { featureGates: { enableMultiArchBootImageImport: true } }
`;
const node = (name: string, architecture: string) => `apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: { node-role.kubernetes.io/worker: "" } }
status: { nodeInfo: { architecture: ${architecture} } }
`;

const validate = new Ajv2020().compile(JSON.parse(readFileSync(join(ROOT, 'docs/schemas/images.schema.json'), 'utf8')));

async function report(folder: string, args: readonly string[]) {
  const { code, stdout, stderr } = await polyvirt(folder, ['images', '--format', 'json', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const parsed = JSON.parse(stdout);
  expect(validate(parsed) ? [] : validate.errors).toEqual([]);
  return parsed;
}

test('images × architectures of a platform, as text', async () => {
  const { code, stdout, stderr } = await polyvirt(appFolder({ 'platform.yaml': ON }), ['images', 'platform.yaml']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`edge: HyperConverged 1.18, taken as OpenShift; import by architecture is on
workload nodes: amd64, arm64; control plane: amd64; default: amd64

image                                  amd64     arm64     s390x    data source                              storage
centos-stream10-image-cron (built-in)  imported  imported  skipped  centos-stream10 → centos-stream10-amd64  2 × 10Gi
centos-stream9-image-cron (built-in)   imported  imported  skipped  centos-stream9 → centos-stream9-amd64    2 × 10Gi
corp-image-cron                        imported  skipped   skipped  corp → corp-amd64                        1 × 20Gi
fedora-image-cron (built-in)           imported  imported  skipped  fedora → fedora-amd64                    2 × 5Gi

Skipped:
  s390x: no workload node has it (centos-stream10-image-cron, centos-stream9-image-cron, corp-image-cron, fedora-image-cron)
  arm64: the image does not list it (corp-image-cron)

What the operators make:
  DataImportCron kubevirt-os-images/centos-stream10-image-cron-amd64 (SSP)
  DataImportCron kubevirt-os-images/centos-stream10-image-cron-arm64 (SSP)
  DataSource kubevirt-os-images/centos-stream10-amd64 (CDI)
  DataSource kubevirt-os-images/centos-stream10-arm64 (CDI)
  DataSource kubevirt-os-images/centos-stream10 (SSP) → centos-stream10-amd64
  DataImportCron kubevirt-os-images/centos-stream9-image-cron-amd64 (SSP)
  DataImportCron kubevirt-os-images/centos-stream9-image-cron-arm64 (SSP)
  DataSource kubevirt-os-images/centos-stream9-amd64 (SSP)
  DataSource kubevirt-os-images/centos-stream9-arm64 (SSP)
  DataSource kubevirt-os-images/centos-stream9 (SSP) → centos-stream9-amd64
  DataImportCron kubevirt-os-images/corp-image-cron-amd64 (SSP)
  DataSource kubevirt-os-images/corp-amd64 (CDI)
  DataSource kubevirt-os-images/corp (SSP) → corp-amd64
  DataImportCron kubevirt-os-images/fedora-image-cron-arm64 (SSP)
  DataImportCron kubevirt-os-images/fedora-image-cron-amd64 (SSP)
  DataSource kubevirt-os-images/fedora-amd64 (SSP)
  DataSource kubevirt-os-images/fedora-arm64 (SSP)
  DataSource kubevirt-os-images/fedora (SSP) → fedora-amd64

Alerts:
  HCOMultiArchGoldenImagesDisabled: quiet
  HCOGoldenImageWithNoArchitectureAnnotation: quiet
  HCOGoldenImageWithNoSupportedArchitecture: quiet

Storage:
  70Gi now; 45Gi with import by architecture off (-25Gi); the switch imports all of it again
`);
});

test('the alert of a mixed cluster with the switch off, with fixes that are patches', async () => {
  const folder = appFolder({ 'platform.yaml': PLATFORM });
  const { alerts, storage } = await report(folder, ['platform.yaml']);
  expect(alerts[0]).toEqual({
    name: 'HCOMultiArchGoldenImagesDisabled',
    firing: true,
    images: [],
    fixes: [
      { name: 'enable', patch: { spec: { featureGates: { enableMultiArchBootImageImport: true } } } },
      {
        name: 'narrow:amd64',
        patch: { spec: { workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } } } } },
      },
      {
        name: 'narrow:arm64',
        patch: { spec: { workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } } } },
      },
    ],
  });
  expect(storage).toEqual({ now: '45Gi', switched: '70Gi', difference: '25Gi' });
  expect((await polyvirt(folder, ['images', '--fail', 'platform.yaml'])).code).toBe(1);
  expect((await polyvirt(folder, ['images', '--fail', '--kubernetes', 'platform.yaml'])).code).toBe(0);
});

test('any HyperConverged with the nodes of its cluster, in one stream or in two files', async () => {
  const nodes = [node('a', 'amd64'), node('b', 's390x')].join('---\n');
  const folder = appFolder({ 'hco.yaml': HCO, 'nodes.yaml': nodes, 'all.yaml': `${HCO}---\n${nodes}` });
  const twice = [
    await report(folder, ['--hco', '1.17', '--nodes', 'nodes.yaml', 'hco.yaml']),
    await report(folder, ['--hco', '1.17', 'all.yaml']),
  ];
  expect(twice.map(({ workloadsArchitectures }) => workloadsArchitectures)).toEqual([
    ['amd64', 's390x'],
    ['amd64', 's390x'],
  ]);
  expect(twice[0].images[0].storage).toEqual({ size: '10Gi', kept: 3, crons: 2, total: '60Gi' });
});

test('without nodes it says so', async () => {
  const { workloadsArchitectures, images } = await report(appFolder({ 'hco.yaml': HCO }), ['hco.yaml']);
  expect([workloadsArchitectures, images[0].imported]).toEqual([null, null]);
});

test('the images of a program', async () => {
  const body = `new HyperConverged(edge, 'stack', { goldenImages: [GoldenImage.disabled('fedora')] });`;
  const program = app(body, "{ hco: '1.18' }").replace(
    'import { CloudInit,',
    'import { GoldenImage, HyperConverged, CloudInit,',
  );
  const { cluster, images } = await report(appFolder({ 'main.ts': program }), []);
  expect([cluster, images.map(({ name }: { name: string }) => name)]).toEqual([
    'edge',
    ['centos-stream10-image-cron', 'centos-stream9-image-cron'],
  ]);
});

test('markdown escapes what would be markup', async () => {
  const { stdout } = await polyvirt(appFolder({ 'platform.yaml': ON }), ['images', '-f', 'markdown', 'platform.yaml']);
  expect(stdout).toContain('| corp-image-cron | imported | skipped | skipped | corp → corp-amd64 | 1 × 20Gi |');
});

test('a file without a HyperConverged is called wrongly', async () => {
  const { code, stderr } = await polyvirt(appFolder({ 'nodes.yaml': node('a', 'amd64') }), ['images', 'nodes.yaml']);
  expect(code).toBe(2);
  expect(stderr).toContain('there is no HyperConverged in nodes.yaml');
});

test('several clusters begin with one table: which image is imported for what, and which alerts would fire', async () => {
  const folder = appFolder({ 'fleet.yaml': `${PLATFORM}---\n${ON.replace('edge', 'core')}` });
  const { code, stdout } = await polyvirt(folder, ['images', 'fleet.yaml']);
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^cluster +centos-stream10-image-cron +.*corp.* +alerts that would fire$/);
  expect(lines[1]).toMatch(/^edge +one for all .*HCOMultiArchGoldenImagesDisabled$/);
  expect(lines[2]).toMatch(/^core +amd64, arm64 .* +amd64 .*none$/);
  const page = (await polyvirt(folder, ['images', 'fleet.yaml', '-f', 'html'])).stdout;
  expect(page).toContain('<summary>edge: 4 images; would fire: HCOMultiArchGoldenImagesDisabled</summary>');
});
