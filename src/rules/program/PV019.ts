import type { FindingPage } from '../page';

export const PV019: FindingPage = {
  code: 'PV019',
  severity: 'error',
  title: 'unknown cluster',
  page: () => ({
    meaning: '`--cluster` names a cluster that the app does not have.',
    impact: 'Nothing would be written for it.',
    diagnosis: 'The finding lists the clusters of the app.',
    mitigation: 'Use one of them.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth --stdout --cluster west
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi }
    `,
    output: `
      error PV019: there is no cluster "west".
        Nothing would be written for it. Fix: write edge.
    `,
  }),
};
