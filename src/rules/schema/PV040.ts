import type { FindingPage } from '../page';

export const PV040: FindingPage = {
  code: 'PV040',
  severity: 'error',
  title: 'unknown field',
  page: () => ({
    meaning: 'An object has a field that its kind does not have, in any release that polyvirt knows.',
    impact:
      'Under strict validation, which `kubectl apply` asks for, the API server refuses the object. Otherwise it ' +
      'drops the field silently: what it was to do does not happen.',
    diagnosis:
      'Often a slip of the finger, and the finding suggests the field that was meant; or the field is indented too ' +
      'far or not far enough. `kubectl explain` lists the fields of a place. For a target that is newer than the ' +
      'tables it is a warning, since that release may have brought the field.',
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
        The API server refuses it under strict validation, as kubectl asks for, and drops it silently otherwise. Fix: did you mean "disks"?
    `,
  }),
};
