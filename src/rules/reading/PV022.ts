import type { FindingPage } from '../page';

export const PV022: FindingPage = {
  code: 'PV022',
  severity: 'error',
  title: 'no CRD found',
  page: () => ({
    meaning:
      'A file, folder or stream given to `polyvirt import`, or to `polyvirt check --crds`, holds no ' +
      'CustomResourceDefinition. Objects of other kinds beside CRDs are passed over; here there is nothing but ' +
      'those.',
    impact: 'Nothing is written; the types that are there stay as they are.',
    diagnosis: "`grep '^kind:'` shows what is in the file. Folders inside a folder are not entered.",
    mitigation:
      'Name the file or folder with the CRDs themselves, as from `kubectl get crd virtualmachines.kubevirt.io -o ' +
      'yaml`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt import
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web }
    `,
    output: `
      error PV022 at example.yaml: there is no CustomResourceDefinition in it.
        CRDs say which fields a kind has; objects of the kind do not. Fix: name a file with CRDs, as from kubectl get crd virtualmachines.kubevirt.io -o yaml.
    `,
  }),
};
