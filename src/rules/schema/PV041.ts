import type { FindingPage } from '../page';

export const PV041: FindingPage = {
  code: 'PV041',
  severity: 'error',
  title: 'value of another type than the field',
  page: () => ({
    meaning:
      'A field of an object holds a text, a number, a list, a map or an empty list item where its kind wants ' +
      'something else.',
    impact: 'The API server refuses the object.',
    diagnosis:
      'YAML reads `yes`, `on` and `1.10` as a truth value and a number: text like that needs quotes, and a number ' +
      'must not have them. A key with nothing behind it is null, which the API server takes for a field that is not ' +
      'there; an item of a list with nothing behind the dash is refused. Values of cloud-init are never printed.',
    mitigation: 'Write what the finding asks for, or leave the field out.',
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
        The API server refuses the object. Fix: write it without quotes, as 4.
    `,
  }),
};
