import type { FindingPage } from '../page';

export const PV103: FindingPage = {
  code: 'PV103',
  severity: 'error',
  title: 'default architecture not said on a mixed cluster',
  page: () => ({
    meaning: 'The nodes have several architectures and nobody says which one a virtual machine gets that names none.',
    impact:
      'KubeVirt takes the architecture of the node on which its operator first ran, writes it into its status and ' +
      'keeps it for ever. An image for another architecture then does not boot.',
    diagnosis:
      '`kubectl get kubevirt -A -o jsonpath="{.items[*].status.defaultArchitecture}"` shows what an existing cluster ' +
      'settled on.',
    mitigation: 'Write `defaultArchitecture`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        nodes:
        - { pool: intel, architecture: amd64 }
        - { pool: ampere, architecture: arm64 }
        kubevirt: {}
    `,
    output: `
      error PV103 KubeVirt kubevirt/kubevirt at polyvirt.yaml:9:13, spec.kubevirt.defaultArchitecture: the cluster has amd64, arm64 and nobody says which is the default.
        KubeVirt then takes, once and for ever, the architecture of the node on which its operator first ran. Fix: write defaultArchitecture: amd64, or another of them.
    `,
  }),
};
