import type { FindingPage } from '../page';

export const PV031: FindingPage = {
  code: 'PV031',
  severity: 'error',
  title: 'unknown key',
  page: () => ({
    meaning:
      'A key of a platform file, or of the properties of `PolyvirtValidation`, is not one that polyvirt reads; or it ' +
      'is a merge key (`<<`).',
    impact: 'What polyvirt does not read changes nothing in the manifests, so it is refused instead of ignored.',
    diagnosis: 'The finding suggests the nearest key; `polyvirt schema` prints all of them, for editors too.',
    mitigation: 'Correct or remove the key.',
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
        - { name: web, architecture: amd64, memory: 2Gi, cores: 4 }
    `,
    output: `
      error PV031 at polyvirt.yaml:7:52, spec.virtualMachines[web]: there is no key "cores" here.
        What polyvirt does not read changes nothing in the manifests. Fix: write it as cpu.cores.
    `,
  }),
};
