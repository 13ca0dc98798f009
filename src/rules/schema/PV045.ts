import type { FindingPage } from '../page';

export const PV045: FindingPage = {
  code: 'PV045',
  severity: 'error',
  title: 'field of another release',
  page: () => ({
    meaning: 'The field exists, but not in the target’s release: it was added later or has been removed.',
    impact:
      'With strict validation the API server rejects the object. Otherwise it silently drops the field, and the ' +
      'VM runs without it.',
    diagnosis: 'The finding names the first or the last release that has the field.',
    mitigation: 'Remove it, or raise the target once the cluster is upgraded.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.6
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        configuration:
          architectureConfiguration: { s390x: { machineType: s390-ccw-virtio } }
    `,
    output: `
      error PV045 KubeVirt kubevirt/kubevirt at example.yaml:7:41, spec.configuration.architectureConfiguration.s390x: KubeVirt 1.6 does not have "s390x" yet: it came with 1.7.
        The API server rejects it under strict validation, as kubectl asks for, and drops it silently otherwise. Fix: leave it out, or raise the target to 1.7.
    `,
  }),
};
