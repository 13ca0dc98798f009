import type { FindingPage } from '../page';

export const PV604: FindingPage = {
  code: 'PV604',
  severity: 'error',
  title: 'pool name that does not work for its machines',
  page: () => ({
    meaning:
      'The name of a MachineDeployment contains a dot, is not a valid DNS label, or is too long for the suffix ' +
      'that is added to it.',
    impact:
      'The name becomes a label and the prefix of machine names. With a dot, the cloud controller does not ' +
      'recognize its own machines, and the host name of a guest ends at the dot.',
    diagnosis: 'Typical are names with a release, such as `pool-1.34`.',
    mitigation:
      'Use lower-case letters, digits and `-`, at most 45 characters. Renaming creates another pool: all ' +
      'machines are replaced.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --machine-controller 1.66.2
      apiVersion: cluster.k8s.io/v1alpha1
      kind: MachineDeployment
      metadata: { name: pool-1.34, namespace: kube-system }
      spec:
        replicas: 3
        selector: { matchLabels: { machine: pool-1.34 } }
        template:
          metadata: { labels: { machine: pool-1.34 } }
          spec:
            metadata: { annotations: { cluster.x-k8s.io/cluster-namespace: cluster-a } }
            providerSpec:
              value:
                cloudProvider: kubevirt
                cloudProviderSpec:
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      error PV604 MachineDeployment kube-system/pool-1.34 at example.yaml:4:19, metadata.name: the name pool-1.34 has a dot.
        The cloud controller cannot find a machine with such a name, so its node is removed or never ready; the host name ends at the dot. Fix: write pool-1-34.
    `,
  }),
};
