import type { FindingPage } from '../page';

export const PV203: FindingPage = {
  code: 'PV203',
  severity: 'warning',
  title: 'deprecated gate',
  page: () => ({
    meaning:
      'A listed gate is deprecated in the target. It still works. For HyperConverged: there is now a field for ' +
      'it, and a resource in which gate and field disagree is rejected.',
    impact: 'KubeVirt warns on every update of its resource, and a later release removes the gate.',
    diagnosis: '`polyvirt explain gate/NAME` shows since when.',
    mitigation: 'Switch to the replacement in the finding, then remove the gate.',
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
        It still works; KubeVirt warns on every update, and a later release removes it. Fix: use DeclarativeHotplugVolumes.
    `,
  }),
};
