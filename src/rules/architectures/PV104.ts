import type { FindingPage } from '../page';

export const PV104: FindingPage = {
  code: 'PV104',
  severity: 'error',
  title: 'architecture not configurable in the target',
  page: () => ({
    meaning:
      '`architectureConfiguration` has a key for an architecture that the target’s KubeVirt does not support ' +
      'there. `s390x` was added in 1.7.',
    impact: 'The API server prunes or rejects the field, and the built-in values stay in effect.',
    diagnosis: 'Compare the target of the platform with the release that the finding names.',
    mitigation: 'Remove the key, or raise the target.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '1.6' }
        kubevirt:
          architectureConfiguration: { s390x: { machineType: s390-ccw-virtio } }
    `,
    output: `
      error PV104 KubeVirt kubevirt/kubevirt at polyvirt.yaml:8:41, spec.kubevirt.architectureConfiguration.s390x: KubeVirt 1.6 has no configuration for s390x.
        The API server prunes or rejects the field, and the built-in values stay in effect. Fix: leave it out, or target KubeVirt 1.7 or later.
    `,
  }),
};
