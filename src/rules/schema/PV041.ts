import type { FindingPage } from '../page';

export const PV041: FindingPage = {
  code: 'PV041',
  severity: 'error',
  title: 'value of the wrong type',
  page: () => ({
    meaning:
      'A field of an object has a string, a number, a list, a map or an empty list item where its kind expects ' +
      'something else.',
    impact: 'The API server rejects the object.',
    diagnosis:
      'YAML reads `yes`, `on` and `1.10` as a boolean or a number: quote such strings, and do not quote numbers. ' +
      'A key without a value is null, which the API server treats as absent; an empty list item is rejected. ' +
      'Values of cloud-init are never printed.',
    mitigation: 'Apply the fix in the finding, or leave the field out.',
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
            domain:
              memory: { guest: 2Gi }
              cpu: { cores: '4' }
              devices: {}
    `,
    output: `
      error PV041 VirtualMachine web at example.yaml:12:23, spec.template.spec.domain.cpu.cores: "4" is a text, not a whole number.
        The API server rejects the object. Fix: write it without quotes, as 4.
    `,
  }),
};
