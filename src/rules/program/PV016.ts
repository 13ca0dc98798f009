import type { FindingPage } from '../page';

export const PV016: FindingPage = {
  code: 'PV016',
  severity: 'error',
  title: 'app gave no objects',
  page: () => ({
    meaning: 'There is not a single object in what was synthesized, or no platform in the file.',
    impact: 'Empty output, applied with pruning, deletes everything that was there before.',
    diagnosis: 'Perhaps a condition or a list in the program came out empty.',
    mitigation:
      'Add objects before `app.synth()`. If a cluster is to go, remove its platform and delete what it had by hand.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '1.9' }
    `,
    output: `
      error PV016 at polyvirt.yaml:6:3: edge has no objects.
        Empty output, applied with pruning, deletes everything that was there before. Fix: add objects to it, or remove it.
    `,
  }),
};
