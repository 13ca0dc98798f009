import { appFolder } from '../../app-folder';
import { polyvirt } from '../../run-cli';

const vm = (guest: string, annotations = '') => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop${annotations} }
spec:
  runStrategy: Always
  template:
    spec: { architecture: amd64, domain: { devices: {}, memory: { guest: ${guest} } } }
`;
const WAVE = ', annotations: { argocd.argoproj.io/sync-wave: "1" }';

test.each<{ what: string; text: string; found: string[] }>([
  {
    what: 'that Argo CD delivers',
    text: vm('1024Mi', WAVE),
    found: ['the cluster stores "1024Mi" as "1Gi"'],
  },
  { what: 'as the cluster stores it', text: vm('1Gi', WAVE), found: [] },
  { what: 'of which nothing says that Argo CD delivers it', text: vm('1024Mi'), found: [] },
])('an amount $what', async ({ text, found }) => {
  const folder = appFolder({ 'vm.yaml': text });
  const told = ['check', 'vm.yaml', '--no-platform', '--kubevirt', '1.9', '--format', 'json'];
  const { findings } = JSON.parse((await polyvirt(folder, told)).stdout) as {
    findings: { code: string; what: string }[];
  };
  expect(findings.filter(({ code }) => code === 'PV725').map(({ what }) => what)).toEqual(found);
});

test('a platform spells what its keys and its spec say, and takes a patch at its word', async () => {
  const folder = appFolder({
    'polyvirt.yaml': `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: fra }
spec:
  target: { kubevirt: "1.9" }
  virtualMachines:
  - name: web
    architecture: amd64
    memory: 2048Mi
    spec: { template: { spec: { domain: { memory: { maxGuest: 4096Mi } } } } }
  - name: db
    architecture: amd64
    annotations: { argocd.argoproj.io/sync-wave: "1" }
    patches: [{ op: add, path: /spec/template/spec/domain/memory, value: { guest: 1024Mi } }]
`,
  });
  const { stdout, stderr } = await polyvirt(folder, ['synth', 'polyvirt.yaml', '--stdout']);

  expect(stdout).toContain('guest: 2Gi');
  expect(stdout).toContain('maxGuest: 4Gi');
  expect(stdout).toContain('guest: 1024Mi');
  expect(stderr).toContain('PV725 VirtualMachine db at polyvirt.yaml:14:');
});
