import type { FindingPage } from '../page';

export const PV303: FindingPage = {
  code: 'PV303',
  severity: 'warning',
  title: 'golden images not imported by architecture',
  alerts: ['HCOMultiArchGoldenImagesDisabled'],
  page: () => ({
    meaning:
      'Workload nodes have several architectures, there are golden images, and the switch ' +
      '`enableMultiArchBootImageImport` is off. The alert HCOMultiArchGoldenImagesDisabled would fire on OpenShift; ' +
      'on plain Kubernetes, where nothing imports golden images, it cannot.',
    impact:
      'Each image is imported once, for the architecture of whatever node its importer ran on. A VM on a node ' +
      'of another architecture does not boot, and which one that is can change with the next import. Up to ' +
      'HyperConverged 1.17 the same switch lets KubeVirt accept VMs of a foreign architecture at all.',
    diagnosis:
      '`status.nodeInfo.workloadsArchitectures` of the resource, or `polyvirt images --nodes nodes.yaml`. Cordoned ' +
      'and tainted nodes count. A placement counts by its selector and by its required affinity, not by tolerations ' +
      'or preferences.',
    mitigation:
      'Either switch it on and give every image of your own its `architectures`: `polyvirt check --fix ' +
      'PV303=enable`. All images are imported anew, once per architecture; `polyvirt images` shows what that takes. ' +
      'Or leave workloads to one architecture: `polyvirt check --fix PV303=narrow:amd64`. Where the switch is ' +
      'depends on the release: a gate in v1beta1, an entry of the list in v1 of 1.18, `spec.workloadSources` from ' +
      '1.19.',
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
        Each image has the architecture of whatever node its importer ran on: a VM that is scheduled to another does not boot. On OpenShift the alert HCOMultiArchGoldenImagesDisabled fires. Fix: write spec.featureGates.enableMultiArchBootImageImport: true (alpha in HyperConverged 1.18), or leave workloads to one architecture with a nodeSelector in spec.workloads.nodePlacement; in polyvirt.yaml the keys are hyperConverged.enableMultiArchBootImageImport and hyperConverged.workloads.
    `,
  }),
};
