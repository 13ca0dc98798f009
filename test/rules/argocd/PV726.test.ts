import { appFolder } from '../../app-folder';
import { polyvirt } from '../../run-cli';

const vm = (annotations: string, finalizers: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop, annotations: { ${annotations} }, finalizers: ${finalizers} }
spec: { runStrategy: Always, template: { spec: { architecture: amd64, domain: { devices: {}, memory: { guest: 2Gi } } } } }
`;
const WAVE = 'argocd.argoproj.io/sync-wave: "1"';
const MERGED = 'argocd.argoproj.io/sync-options: "Prune=false, ServerSideApply=true"';
const application = (options: string) => `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  project: default
  source: { repoURL: 'https://example.com/infra.git', path: vms }
  destination: { name: fra, namespace: shop }
  syncPolicy: { syncOptions: ${options} }
`;

test.each<{ what: string; text: string; count: number }>([
  { what: 'with one of its own', text: vm(WAVE, '[example.org/a]'), count: 1 },
  { what: 'beside an Application', text: vm('', '[example.org/a]') + application('[]'), count: 1 },
  { what: 'with that of virt-controller', text: vm(WAVE, '[kubevirt.io/virtualMachineControllerFinalize]'), count: 0 },
  { what: 'with none', text: vm(WAVE, '[]'), count: 0 },
  { what: 'by itself', text: vm('', '[example.org/a]'), count: 0 },
  { what: 'that the API server merges', text: vm(MERGED, '[example.org/a]'), count: 0 },
  {
    what: 'of an Application that applies on the server',
    text: vm('', '[example.org/a]') + application('[ServerSideApply=true]'),
    count: 0,
  },
])('finalizers of a VM $what', async ({ text, count }) => {
  const folder = appFolder({ 'vm.yaml': text });
  const told = ['check', 'vm.yaml', '--no-platform', '--kubevirt', '1.9', '--format', 'json'];
  const { findings } = JSON.parse((await polyvirt(folder, told)).stdout) as { findings: { code: string }[] };
  expect(findings.filter(({ code }) => code === 'PV726').length).toBe(count);
});
