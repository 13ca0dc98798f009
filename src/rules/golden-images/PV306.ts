import type { FindingPage } from '../page';

export const PV306: FindingPage = {
  code: 'PV306',
  severity: 'info',
  title: 'no workload nodes',
  page: () => ({
    meaning:
      'HyperConverged would find no node for workloads: there is no placement and no node has the label ' +
      '`node-role.kubernetes.io/worker`, or no node matches the placement.',
    impact:
      'If images are imported per architecture, every image that lists its architectures is left out, including ' +
      'the built-in ones. Otherwise the nodes give no default architecture and no alerts. VMs themselves are ' +
      'scheduled normally.',
    diagnosis: 'Run `kubectl get nodes --show-labels`. OpenShift labels workers; kubeadm, kind and k3s do not.',
    mitigation: 'Label the workers, or place workloads by a label that they have.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { hco: "1.18" }
        nodes: [{ pool: masters, architecture: amd64, role: control-plane, count: 3 }]
        hyperConverged: {}
    `,
    output: `
      info PV306 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:8:19, spec.hyperConverged.workloads: no node has the label node-role.kubernetes.io/worker, and nothing else says which are for workloads.
        HyperConverged then sees no workload architecture, so neither a default nor an alert follows from the nodes. Fix: label the workers, or place workloads with a nodeSelector in spec.workloads.nodePlacement.
    `,
  }),
};
