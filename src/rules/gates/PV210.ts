import type { FindingPage } from '../page';

export const PV210: FindingPage = {
  code: 'PV210',
  severity: 'warning',
  title: 'gate unsupported on one architecture of the cluster',
  page: () => ({
    meaning:
      'A listed gate is unsupported, or not supported yet, on one of the architectures that run VMs in this cluster.',
    impact: 'The feature does not work on nodes of that architecture. The finding names the affected VMs.',
    diagnosis:
      '`polyvirt explain gate/NAME` shows the status by architecture with its evidence; `polyvirt gates ' +
      '--compare amd64 s390x` compares two architectures.',
    mitigation:
      'Keep VMs that need the gate off that architecture. If you know better, say so under `supportByArch` of ' +
      'the platform, with your evidence.',
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
        nodes: [{ pool: intel, architecture: amd64 }, { pool: z, architecture: s390x }]
        kubevirt: { defaultArchitecture: amd64, featureGates: [CPUManager] }
    `,
    output: `
      warning PV210 KubeVirt kubevirt/kubevirt at polyvirt.yaml:8:58, spec.kubevirt.featureGates[0]: CPUManager is unsupported on s390x (no VM here needs it there).
        On s390x: the test suite turns the gate off there as not supported (tests/testsuite/kubevirtresource.go). Fix: keep what needs it off s390x; where you know better, say so under supportByArch.
    `,
  }),
};
