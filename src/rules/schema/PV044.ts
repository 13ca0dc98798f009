import type { FindingPage } from '../page';

export const PV044: FindingPage = {
  code: 'PV044',
  severity: 'error',
  title: 'duplicate item in a list',
  page: () => ({
    meaning: 'Two items of a list have the same key, or a list that is a set has the same value twice.',
    impact: 'The API server rejects the object.',
    diagnosis: 'The finding names both positions, counted from 0, and the key that they share.',
    mitigation: 'Remove one of them, or rename it.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            topologySpreadConstraints:
            - { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule }
            - { maxSkew: 2, topologyKey: zone, whenUnsatisfiable: DoNotSchedule }
            domain: { devices: {} }
    `,
    output: `
      error PV044 VirtualMachine web at example.yaml:12:9, spec.template.spec.topologySpreadConstraints[1]: topologyKey "zone", whenUnsatisfiable "DoNotSchedule" is in the list twice, first at 0.
        The API server rejects the object: the items of this list are told apart by it. Fix: remove one of the two, or change it.
    `,
  }),
};
