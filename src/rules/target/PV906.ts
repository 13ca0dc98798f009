import type { FindingPage } from '../page';

export const PV906: FindingPage = {
  code: 'PV906',
  severity: 'info',
  title: 'release that was not out yet',
  page: () => ({
    meaning: 'The release had not been published when polyvirt’s data was collected; the data comes from its branch.',
    impact: 'It may still have changed.',
    diagnosis: '`polyvirt --version` prints the date of its data.',
    mitigation: 'Try the first apply on a test cluster, or target the newest release.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { hco: '1.19' }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi }
    `,
    output: `
      info PV906 at polyvirt.yaml:6:18, spec.target.hco: HyperConverged 1.19 is known only from its branch.
        It was not released when polyvirt’s data was collected, so it may have changed. Fix: check the first apply on a test cluster, or target '1.18'.
    `,
  }),
};
