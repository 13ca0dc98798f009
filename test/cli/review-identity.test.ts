import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const platform = (name: string, more = '') => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: { kubevirt: "1.9" }
  namespace: shop
${more}  nodes: [{ pool: a, architecture: amd64 }]
  virtualMachines: [{ name: web, memory: 1Gi }]
`;

const ANOTHER = 'the guest is another machine, with another UUID and another serial';

test.each<[what: string, after: string, isAnother: boolean]>([
  ['a new name', platform('edge-1'), true],
  ['a new name, with the old one as identity', platform('edge-1', '  identity: edge\n'), false],
  ['another identity', platform('edge', '  identity: other\n'), true],
  ['the same identity', platform('edge', '  identity: edge\n'), false],
])('a platform with %s', async (_what, after, isAnother) => {
  const folder = appFolder({ 'a/polyvirt.yaml': platform('edge'), 'b/polyvirt.yaml': after });
  // As manifests: a review of platforms takes another name for another cluster.
  for (const side of ['a', 'b']) {
    const synthesized = await polyvirt(folder, ['synth', side, '--stdout']);
    writeFiles(folder, { [`${side}.yaml`]: synthesized.stdout });
  }
  const { code, stdout } = await polyvirt(folder, ['review', '--no-platform', 'a.yaml', 'b.yaml']);
  expect([code, stdout.includes(ANOTHER)]).toEqual([isAnother ? 10 : 0, isAnother]);
  if (isAnother) {
    expect(stdout).toContain('write the old name as identity: of the platform, or the old values in firmware');
  }
});
