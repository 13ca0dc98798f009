import type { FindingPage } from '../page';

export const PV905: FindingPage = {
  code: 'PV905',
  severity: 'warning',
  title: 'releases that do not ship together',
  page: () => ({
    meaning:
      'The target sets a HyperConverged release and also a KubeVirt, CDI or SSP release other than the one it ships.',
    impact:
      'HyperConverged installs its own: the setting is either not what runs, or a combination that upstream does ' +
      'not test.',
    diagnosis: 'The finding names what HyperConverged ships.',
    mitigation: 'Remove the others: `hco` implies them.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { hco: '1.17', kubevirt: '1.9' }
        kubevirt: { defaultArchitecture: amd64 }
    `,
    output: `
      warning PV905 at polyvirt.yaml:6:36, spec.target.kubevirt: HyperConverged 1.17 ships KubeVirt 1.7, but the target is 1.9.
        HyperConverged installs its own release; another one either does not run or is a combination that upstream does not test. Fix: leave kubevirt out, or write '1.7'.
    `,
  }),
};
