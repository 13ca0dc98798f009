import type { FindingPage } from '../page';

export const PV016: FindingPage = {
  code: 'PV016',
  severity: 'error',
  title: 'app without objects',
  page: () => ({
    meaning: 'The synthesized app has no objects, or the file has no platform.',
    impact: 'Applying empty output with pruning deletes everything that was there before.',
    diagnosis: 'A condition or a list in the program may have turned out empty.',
    mitigation:
      'Add objects before `app.synth()`. To retire a cluster, remove its platform and delete its objects by hand.',
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
