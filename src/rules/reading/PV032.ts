import type { FindingPage } from '../page';

export const PV032: FindingPage = {
  code: 'PV032',
  severity: 'error',
  title: 'wrong type',
  page: () => ({
    meaning:
      'A value of a platform file or of the properties of `PolyvirtValidation` has the wrong type: a list, a ' +
      'map, a number or a string where something else is expected.',
    impact: 'polyvirt does not know what to write.',
    diagnosis: 'YAML reads `yes`, `on` and `1.10` as a boolean or a number: quote such strings.',
    mitigation: 'Apply the fix in the finding.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        virtualMachines: { name: web, architecture: amd64, memory: 2Gi }
    `,
    output: `
      error PV032 at polyvirt.yaml:6:20, spec.virtualMachines: it is a map.
        polyvirt cannot create a valid manifest from this. Fix: write a list, for example [{"name":"other"}].
    `,
  }),
};
