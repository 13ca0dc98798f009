import type { FindingPage } from '../page';

export const PV211: FindingPage = {
  code: 'PV211',
  severity: 'info',
  title: 'gate without evidence on an architecture',
  page: () => ({
    meaning: 'A listed gate should work on an architecture of the cluster, but upstream has not shown that it does.',
    impact: 'Probably none; it has not been tested there.',
    diagnosis:
      '`polyvirt explain gate/NAME` shows what is known; `polyvirt gates --status unverified` lists all such gates.',
    mitigation:
      'Test it before you rely on it. If it works, say so under `supportByArch` of the platform, and tell upstream.',
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
        nodes: [{ pool: z, architecture: s390x }]
        kubevirt: { featureGates: [HostDisk] }
    `,
    output: `
      info PV211 KubeVirt kubevirt/kubevirt at polyvirt.yaml:8:30, spec.kubevirt.featureGates[0]: HostDisk is not verified on s390x.
        On s390x: the gate is on in every test lane, but no test of its own runs on this architecture (tests/testsuite/kubevirtresource.go). Fix: try it before you rely on it, and say what came of it under supportByArch.
    `,
  }),
};
