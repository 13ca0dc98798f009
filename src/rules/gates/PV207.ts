import type { FindingPage } from '../page';

export const PV207: FindingPage = {
  code: 'PV207',
  severity: 'error',
  title: 'gate on and off at the same time',
  page: () => ({
    meaning:
      'The same gate is in both `featureGates` and `disabledFeatureGates`, or twice in the list of a ' +
      'HyperConverged resource.',
    impact:
      'From KubeVirt 1.8 an update that changes one of the lists is rejected. Creating such a resource is ' +
      'accepted, and the gate is on. HyperConverged 1.19 rejects a duplicate gate, ignoring case; 1.18 uses the ' +
      'first entry.',
    diagnosis: 'The finding names the gate.',
    mitigation: 'Remove it from one of the lists.',
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
            featureGates: [Snapshot]
            disabledFeatureGates: [Snapshot]
    `,
    output: `
      error PV207 KubeVirt kubevirt/kubevirt at example.yaml:8:22, spec.configuration.developerConfiguration.featureGates[0]: Snapshot is in both featureGates and disabledFeatureGates.
        An update that changes one of the lists is rejected; a new resource like this is accepted, and the gate is on. Fix: remove it from one of them.
    `,
  }),
};
