import type { FindingPage } from '../page';

export const PV042: FindingPage = {
  code: 'PV042',
  severity: 'error',
  title: 'value that the field does not allow',
  page: () => ({
    meaning:
      'A value has the right type but is not one of the allowed values, is too small, too large or too long, or ' +
      'does not match the pattern or format of its field; or a list has too many items.',
    impact: 'The API server rejects the object.',
    diagnosis:
      'The finding names the constraint in the CRD of the target’s release; some constraints differ between releases.',
    mitigation: 'Use a value that satisfies the constraint.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        configuration: { vmRolloutStrategy: Live }
    `,
    output: `
      error PV042 KubeVirt kubevirt/kubevirt at example.yaml:6:39, spec.configuration.vmRolloutStrategy: "Live" is none of LiveUpdate, Stage.
        The API server rejects the object. Fix: write one of LiveUpdate, Stage.
    `,
  }),
};
