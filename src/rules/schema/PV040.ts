import type { FindingPage } from '../page';

export const PV040: FindingPage = {
  code: 'PV040',
  severity: 'error',
  title: 'unknown field',
  page: () => ({
    meaning: 'An object has a field that its kind does not have in any release that polyvirt knows.',
    impact:
      'With strict validation, the default of `kubectl apply`, the API server rejects the object. Otherwise it ' +
      'silently drops the field, which then has no effect.',
    diagnosis:
      'It is often a typo (the finding suggests the closest field), or the indentation is wrong. `kubectl ' +
      'explain` lists the valid fields. For a target newer than polyvirt’s tables it is a warning, because that ' +
      'release may have added the field.',
    mitigation: 'Correct the name, move the field, or remove it.',
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
              devices: { disk: [] }
    `,
    output: `
      error PV040 VirtualMachine web at example.yaml:12:26, spec.template.spec.domain.devices.disk: KubeVirt 1.9 has no field "disk" here.
        The API server rejects it under strict validation, as kubectl asks for, and drops it silently otherwise. Fix: did you mean "disks"?
    `,
  }),
};
