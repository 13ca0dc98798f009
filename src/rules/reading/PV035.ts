import type { FindingPage } from '../page';

export const PV035: FindingPage = {
  code: 'PV035',
  severity: 'error',
  title: 'parameter that has no effect',
  page: () => ({
    meaning:
      'A parameter has the name of another one, a default of the wrong type, or a path in `sets` that does not ' +
      'exist in the file.',
    impact: 'A value set from outside would not arrive.',
    diagnosis:
      'Paths look like `spec.namespace` or `spec.virtualMachines[web].replicas`: list items are addressed by name.',
    mitigation: 'Correct `sets`, `type` or `name`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi }
        parameters:
        - { name: size, sets: 'spec.virtualMachines[wev].memory' }
    `,
    output: `
      error PV035 at polyvirt.yaml:9:5, spec.parameters[size].sets: spec.virtualMachines[wev].memory is not a key of this file that can be set.
        A value set from outside would not arrive, or would arrive in the wrong place. Fix: write the path of a key below spec, as spec.namespace or spec.virtualMachines[web].replicas.
    `,
  }),
};
