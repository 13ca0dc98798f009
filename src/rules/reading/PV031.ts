import type { FindingPage } from '../page';

export const PV031: FindingPage = {
  code: 'PV031',
  severity: 'error',
  title: 'unknown key',
  page: () => ({
    meaning:
      'polyvirt does not know a key of a platform file or of the properties of `PolyvirtValidation`, or it is a ' +
      'merge key (`<<`).',
    impact: 'An unknown key would have no effect on the manifests, so it is an error rather than ignored.',
    diagnosis: 'The finding suggests the closest key. `polyvirt schema` prints all keys, for editors too.',
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
        Anything that polyvirt does not read has no effect on the manifests. Fix: write it as cpu.cores.
    `,
  }),
};
