import { appFolder } from '../../app-folder';
import { polyvirt } from '../../run-cli';

const vm = (more: string, annotations = '') => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop${annotations} }
spec:
  runStrategy: Always
  ${more}
  template:
    spec:
      architecture: amd64
      domain: { devices: {} }
      volumes: [{ name: os, containerDisk: { image: quay.io/containerdisks/fedora:42 } }]
`;

const INFERRED = 'instancetype: { inferFromVolume: os }';
const WAVE = ', annotations: { argocd.argoproj.io/sync-wave: "1" }';
const APPLICATION = `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  project: default
  source: { repoURL: 'https://example.com/infra.git', path: vms }
  destination: { name: fra, namespace: shop }
`;

test.each<{ what: string; text: string; severities: string[] }>([
  { what: 'with an annotation of Argo CD', text: vm(INFERRED, WAVE), severities: ['warning'] },
  { what: 'beside an Application', text: vm(INFERRED) + APPLICATION, severities: ['warning'] },
  { what: 'by itself', text: vm('preference: { inferFromVolume: os }'), severities: ['info'] },
  { what: 'with a name', text: vm('instancetype: { name: u1.medium }', WAVE), severities: [] },
])('an instance type of a volume $what', async ({ text, severities }) => {
  const folder = appFolder({ 'vm.yaml': text });
  const { stdout } = await polyvirt(folder, [
    'check',
    'vm.yaml',
    '--no-platform',
    '--kubevirt',
    '1.9',
    '--format',
    'json',
  ]);
  const { findings } = JSON.parse(stdout) as { findings: { code: string; severity: string }[] };
  expect(findings.filter(({ code }) => code === 'PV724').map(({ severity }) => severity)).toEqual(severities);
});
