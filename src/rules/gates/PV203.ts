import type { FindingPage } from '../page';

export const PV203: FindingPage = {
  code: 'PV203',
  severity: 'warning',
  title: 'deprecated gate',
  page: () => ({
    meaning:
      'A listed gate is deprecated in the target. It still does what it did. Of a HyperConverged: there is a field ' +
      'for it now, and where both are written and disagree, the resource is denied.',
    impact: 'KubeVirt warns at every update of its resource, and a later release takes the gate away.',
    diagnosis: '`polyvirt explain gate/NAME` tells since when.',
    mitigation: 'Move to what the finding names, then remove the gate.',
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
            featureGates: [HotplugVolumes]
    `,
    output: `
      warning PV203 KubeVirt kubevirt/kubevirt at example.yaml:8:22, spec.configuration.developerConfiguration.featureGates[0]: HotplugVolumes is deprecated in KubeVirt 1.9.
        It still works; KubeVirt warns at every update, and a later release takes it away. Fix: use DeclarativeHotplugVolumes.
    `,
  }),
};
