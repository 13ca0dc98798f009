import type { FindingPage } from '../page';

export const PV103: FindingPage = {
  code: 'PV103',
  severity: 'error',
  title: 'no default architecture on a mixed cluster',
  page: () => ({
    meaning:
      'The cluster has several architectures, and nothing sets the default for VMs without one. It is a warning ' +
      'if only the VMs themselves show that the cluster is mixed.',
    impact:
      'KubeVirt uses the architecture of the node where its operator first ran, writes it into its status and ' +
      'keeps it forever. An image for another architecture then does not boot.',
    diagnosis:
      '`kubectl get kubevirt -A -o jsonpath="{.items[*].status.defaultArchitecture}"` shows the default of an ' +
      'existing cluster.',
    mitigation: 'Set `defaultArchitecture`.',
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
      error PV103 KubeVirt kubevirt/kubevirt at polyvirt.yaml:9:13, spec.kubevirt.defaultArchitecture: the cluster has amd64, arm64, and nothing sets the default.
        KubeVirt then permanently uses the architecture of the node where its operator first ran. Fix: write defaultArchitecture: amd64, or another of them.
    `,
  }),
};
