import type { FindingPage } from '../page';

export const PV204: FindingPage = {
  code: 'PV204',
  severity: 'warning',
  title: 'discontinued gate',
  page: () => ({
    meaning: 'A listed gate is discontinued in the target: the feature is gone.',
    impact:
      'Listing it has no effect. For Passt and Macvtap, a VM that still uses the old interface binding is rejected.',
    diagnosis: '`polyvirt explain gate/NAME` shows since when.',
    mitigation: 'Remove it from the list, and switch to the replacement in the finding.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        configuration:
          developerConfiguration:
            featureGates: [Macvtap]
    `,
    output: `
      warning PV204 KubeVirt kubevirt/kubevirt at example.yaml:8:22, spec.configuration.developerConfiguration.featureGates[0]: Macvtap is discontinued in KubeVirt 1.9.
        Listing it has no effect: the feature is gone, and a VM that still uses it may be rejected. Fix: use a network binding plugin.
    `,
  }),
};
