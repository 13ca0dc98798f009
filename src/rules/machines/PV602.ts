import type { FindingPage } from '../page';

export const PV602: FindingPage = {
  code: 'PV602',
  severity: 'error',
  title: 'field that the machine-controller rejects',
  page: () => ({
    meaning: 'The provider spec has a key that this controller release does not know, or a value of the wrong type.',
    impact:
      'The controller decodes strictly, so its webhook rejects the MachineDeployment, even when only the number ' +
      'of replicas changes.',
    diagnosis:
      'The finding says which releases have the field. `nodeAntiAffinityPreset` was proposed but never implemented.',
    mitigation: 'Use the key only with a release that has it, or remove it.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --machine-controller 1.66.2
      apiVersion: cluster.k8s.io/v1alpha1
      kind: MachineDeployment
      metadata: { name: workers, namespace: kube-system }
      spec:
        replicas: 3
        selector: { matchLabels: { machine: workers } }
        template:
          metadata: { labels: { machine: workers } }
          spec:
            metadata: { annotations: { cluster.x-k8s.io/cluster-namespace: cluster-a } }
            providerSpec:
              value:
                cloudProvider: kubevirt
                cloudProviderSpec:
                  affinity: { nodeAntiAffinityPreset: { type: soft, key: rack, values: [r1] } }
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      error PV602 MachineDeployment kube-system/workers at example.yaml:16:49, spec.template.spec.providerSpec.value.cloudProviderSpec.affinity.nodeAntiAffinityPreset: machine-controller 1.66.2 has no affinity.nodeAntiAffinityPreset.
        The controller decodes its provider spec strictly: its webhook rejects the MachineDeployment, even when only replicas change. Fix: name the nodes that are welcome, with nodeAffinityPreset; no release ever had a preset to avoid nodes.
    `,
  }),
};
