import type { FindingPage } from '../page';

export const PV910: FindingPage = {
  code: 'PV910',
  severity: 'info',
  title: 'gate on by default but unsupported by the cluster',
  page: () => ({
    meaning:
      'In the new release a feature gate is on by default, and it is unsupported on every architecture that runs ' +
      'VMs. It is reported by `polyvirt upgrade`; for a listed gate see [PV209](PV209.md).',
    impact: 'None by itself. The feature does not work here, although the gate is on.',
    diagnosis: '`polyvirt explain gate/NAME` shows the support by architecture with its evidence.',
    mitigation:
      'Turn the gate off if it is Beta, so that the list shows what works. A GA gate cannot be turned off. If ' +
      'you know better, say so under `supportByArch`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      cat > polyvirt.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '1.8' }
        nodes: [{ pool: ampere, architecture: arm64 }]
        kubevirt: { defaultArchitecture: arm64 }
      END
      polyvirt upgrade --to 1.9
    `,
    output: `
      info PV910 KubeVirt kubevirt/kubevirt, spec.configuration.developerConfiguration: SecureExecution turns on with KubeVirt 1.9; it is unsupported on arm64, the only architectures that run VMs here.
        The gate is on, but the feature still does not work: on arm64: admission rejects launchSecurity of any kind there. Fix: do not use what it guards, since this gate cannot be turned off; where you tested that it works, say so under supportByArch.
      info PV910 KubeVirt kubevirt/kubevirt, spec.configuration.developerConfiguration: WorkloadEncryptionSEV turns on with KubeVirt 1.9; it is unsupported on arm64, the only architectures that run VMs here.
        The gate is on, but the feature still does not work: on arm64: admission rejects launchSecurity of any kind there (vmi-create-admitter.go). Fix: add WorkloadEncryptionSEV to disabledFeatureGates, or do not use what it guards; where you tested that it works, say so under supportByArch.
    `,
  }),
};
