import type { FindingPage } from '../page';

export const PV901: FindingPage = {
  code: 'PV901',
  severity: 'error',
  title: 'version written as a number',
  page: () => ({
    meaning: 'A release in `target` is a number.',
    impact:
      'A bare `1.10` is the number 1.1, in YAML and in TypeScript: the manifests would be for another release ' +
      'than the one you run.',
    diagnosis: 'The finding shows the number that was read.',
    mitigation: "Quote it: `'1.10'`.",
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: 1.9 }
        kubevirt: { defaultArchitecture: amd64 }
    `,
    output: `
      error PV901 at polyvirt.yaml:6:23, spec.target.kubevirt: the release of KubeVirt is written as the number 1.9.
        YAML and TypeScript read a bare 1.10 as 1.1, so a number cannot be trusted to be the release you run. Fix: write it in quotes, as '1.9' or the release that you meant.
    `,
  }),
};
