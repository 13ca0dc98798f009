import type { FindingPage } from '../page';

export const PV022: FindingPage = {
  code: 'PV022',
  severity: 'error',
  title: 'no CRD found',
  page: () => ({
    meaning:
      'A file, folder or stream given to `polyvirt import` or `polyvirt check --crds` contains no ' +
      'CustomResourceDefinition. Objects of other kinds are skipped, and there was nothing else.',
    impact: 'Nothing is written; existing types stay as they are.',
    diagnosis: "`grep '^kind:'` shows what the file contains. Subfolders are not searched.",
    mitigation:
      'Pass the file or folder with the CRDs, for example the output of `kubectl get crd ' +
      'virtualmachines.kubevirt.io -o yaml`.',
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
      error PV022 at example.yaml: it contains no CustomResourceDefinition.
        CRDs say which fields a kind has; objects of the kind do not. Fix: name a file with CRDs, as from kubectl get crd virtualmachines.kubevirt.io -o yaml.
    `,
  }),
};
