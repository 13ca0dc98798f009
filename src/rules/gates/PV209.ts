import type { FindingPage } from '../page';

export const PV209: FindingPage = {
  code: 'PV209',
  severity: 'error',
  title: 'gate unsupported on every architecture of the cluster',
  page: () => ({
    meaning: 'A listed gate is unsupported on every architecture that runs VMs in this cluster.',
    impact: 'The hardware cannot do it, or admission rejects it: no VM that uses it will run.',
    diagnosis: '`polyvirt explain gate/NAME` shows the status by architecture with its evidence.',
    mitigation:
      'Remove the gate, or add nodes of an architecture that supports it. If you know better, say so under ' +
      '`supportByArch` of the platform, with your evidence.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9" }
        nodes: [{ pool: ampere, architecture: arm64 }]
        kubevirt: { featureGates: [HypervStrictCheck] }
    `,
    output: `
      error PV209 KubeVirt kubevirt/kubevirt at polyvirt.yaml:8:30, spec.kubevirt.featureGates[0]: HypervStrictCheck is unsupported on arm64, the only architectures that run VMs here.
        On arm64: nodes get no Hyper-V labels, so a strict guest finds none (kvm-caps-info-plugin_arm64.go; the user guide agrees). Fix: remove the gate, or add nodes that support it; where you know better, say so under supportByArch.
    `,
  }),
};
