import type { FindingPage } from '../page';

export const PV206: FindingPage = {
  code: 'PV206',
  severity: 'error',
  title: 'gate that cannot be turned off',
  page: () => ({
    meaning: 'The platform turns off a gate that is generally available in the target.',
    impact: 'KubeVirt ignores `disabledFeatureGates` for GA gates: it stays on.',
    diagnosis: '`polyvirt gates --kubevirt 1.9` shows the stage.',
    mitigation: 'Remove it from the list. Avoid the feature in your VMs, or forbid it with a policy in the cluster.',
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
            disabledFeatureGates: [VMExport]
    `,
    output: `
      error PV206 KubeVirt kubevirt/kubevirt at example.yaml:8:30, spec.configuration.developerConfiguration.disabledFeatureGates[0]: VMExport cannot be turned off in KubeVirt 1.9: it is GA.
        KubeVirt ignores the list for GA gates, so it stays on. Fix: remove it from the list; what it brings has to be left alone in the VMs instead.
    `,
  }),
};
