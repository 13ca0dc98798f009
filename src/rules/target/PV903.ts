import type { FindingPage } from '../page';

export const PV903: FindingPage = {
  code: 'PV903',
  severity: 'error',
  title: 'release too old',
  page: () => ({
    meaning: 'The target is a release that is older than polyvirt’s data.',
    impact: 'What such a cluster accepts, ignores or rejects is unknown.',
    diagnosis: '`polyvirt --version` prints the known releases.',
    mitigation: 'Upgrade the cluster.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '0.58' }
        kubevirt: { defaultArchitecture: amd64 }
    `,
    output: `
      error PV903 at polyvirt.yaml:6:23, spec.target.kubevirt: KubeVirt 0.58 is older than 1.3, the first release that polyvirt knows.
        It is unknown what such a cluster accepts, ignores or rejects. Fix: upgrade the cluster to 1.3 or later.
    `,
  }),
};
