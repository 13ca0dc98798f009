import type { FindingPage } from '../page';

export const PV043: FindingPage = {
  code: 'PV043',
  severity: 'error',
  title: 'missing field',
  page: () => ({
    meaning: 'A field is missing that its kind requires and that has no default.',
    impact:
      'The API server rejects the object. It is a warning where virt-api adds the field with an empty value ' +
      'before validation, such as `containerDisk: {}` of a VirtualMachine: the object is accepted, and the guest ' +
      'lacks the value.',
    diagnosis: 'The path ends with the missing field. It may be present but indented into another map.',
    mitigation: 'Add it.',
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
            domain: { memory: { guest: 2Gi } }
    `,
    output: `
      error PV043 VirtualMachine web at example.yaml:10:15, spec.template.spec.domain.devices: "devices" is missing.
        The API server rejects the object without it. Fix: add devices.
    `,
  }),
};
