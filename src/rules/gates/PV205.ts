import type { FindingPage } from '../page';

export const PV205: FindingPage = {
  code: 'PV205',
  severity: 'warning',
  title: 'gate not yet in the target',
  page: () => ({
    meaning: 'The gate was added in a later KubeVirt release than the target.',
    impact:
      'The feature does not exist there, and KubeVirt does not say so. After an upgrade the gate would be on ' +
      'unexpectedly.',
    diagnosis: 'The finding names the release that adds it.',
    mitigation: 'Remove it, or target that release.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.7
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        configuration:
          developerConfiguration:
            featureGates: [ConfigurableHypervisor]
    `,
    output: `
      warning PV205 KubeVirt kubevirt/kubevirt at example.yaml:8:22, spec.configuration.developerConfiguration.featureGates[0]: ConfigurableHypervisor is not in KubeVirt 1.7 yet: it comes with 1.8, as Alpha.
        The feature does not exist there, and KubeVirt does not say so. Fix: leave it out, or target KubeVirt 1.8 or later.
    `,
  }),
};
