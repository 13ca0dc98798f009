import type { FindingPage } from '../page';

export const PV303: FindingPage = {
  code: 'PV303',
  severity: 'warning',
  title: 'golden images not imported per architecture',
  alerts: ['HCOMultiArchGoldenImagesDisabled'],
  page: () => ({
    meaning:
      'Workload nodes have several architectures, there are golden images, and `enableMultiArchBootImageImport` ' +
      'is off. On OpenShift the alert HCOMultiArchGoldenImagesDisabled would fire; on plain Kubernetes nothing ' +
      'imports golden images, so it cannot.',
    impact:
      'Each image is imported once, for the architecture of the node where its importer ran. A VM on a node of ' +
      'another architecture does not boot, and the next import can change which one that is. Up to ' +
      'HyperConverged 1.17 the same switch also lets KubeVirt accept VMs of another architecture at all.',
    diagnosis:
      'Look at `status.nodeInfo.workloadsArchitectures` of the resource, or run `polyvirt images --nodes ' +
      'nodes.yaml`. Cordoned and tainted nodes count. A placement counts by its selector and required affinity, ' +
      'not by tolerations or preferences.',
    mitigation:
      'Either turn it on and set `architectures` for each of your own images: `polyvirt check --fix ' +
      'PV303=enable`. All images are then imported again, once per architecture; `polyvirt images` shows how ' +
      'much that is. Or restrict workloads to one architecture: `polyvirt check --fix PV303=narrow:amd64`. The ' +
      'switch is a gate in v1beta1, a list entry in v1 of 1.18, and `spec.workloadSources` from 1.19.',
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
        nodes: [{ pool: intel, architecture: amd64 }, { pool: ampere, architecture: arm64 }]
        hyperConverged: {}
    `,
    output: `
      warning PV303 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:8:19, spec.hyperConverged.enableMultiArchBootImageImport: workload nodes are amd64, arm64, and images are not imported by architecture.
        Each image has the architecture of the node where its importer ran: a VM on a node of another architecture does not boot. On OpenShift the alert HCOMultiArchGoldenImagesDisabled fires. Fix: write spec.featureGates.enableMultiArchBootImageImport: true (alpha in HyperConverged 1.18), or leave workloads to one architecture with a nodeSelector in spec.workloads.nodePlacement; in polyvirt.yaml the keys are hyperConverged.enableMultiArchBootImageImport and hyperConverged.workloads.
    `,
  }),
};
