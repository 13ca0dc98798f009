import type { FindingPage } from '../page';

export const PV611: FindingPage = {
  code: 'PV611',
  severity: 'warning',
  title: 'machines that cannot migrate',
  page: () => ({
    meaning: 'Machines should migrate when their node is drained, but no other node can take them.',
    impact: 'A drain of the node waits forever.',
    diagnosis: 'Either the hard preset allows only one host, or the disk can be mounted on one node only.',
    mitigation: 'Allow several hosts, use ReadWriteMany storage, or set `evictionStrategy` to `External`.',
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
                  affinity: { nodeAffinityPreset: { type: hard, key: kubernetes.io/hostname, values: [metal-1] } }
                  virtualMachine:
                    evictionStrategy: LiveMigrate
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      warning PV611 MachineDeployment kube-system/workers at example.yaml:18:33, spec.template.spec.providerSpec.value.cloudProviderSpec.virtualMachine.evictionStrategy: machines should migrate when their node is drained, but must stay on metal-1.
        No other node can run the machine, so a drain of its node waits forever. Fix: allow several hosts, or write External.
    `,
  }),
};
