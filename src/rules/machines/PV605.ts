import type { FindingPage } from '../page';

export const PV605: FindingPage = {
  code: 'PV605',
  severity: 'warning',
  title: 'same pool name in two clusters',
  page: () => ({
    meaning:
      'Two MachineDeployments of different clusters have the same name and create their machines in the same ' +
      'namespace.',
    impact:
      'Machines are identified only by the name of their pool: both pools count as one for spreading, and two ' +
      'machines may get the same name.',
    diagnosis:
      'The annotation `cluster.x-k8s.io/cluster-namespace` of the template is the namespace, `clusterName` is ' +
      'the cluster.',
    mitigation: 'Prefix the pool name with the name of the cluster, or use a namespace per cluster.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --machine-controller 1.66.2
      apiVersion: cluster.k8s.io/v1alpha1
      kind: MachineDeployment
      metadata: { name: workers, namespace: north }
      spec:
        replicas: 3
        selector: { matchLabels: { machine: workers } }
        template:
          metadata: { labels: { machine: workers } }
          spec:
            metadata: { annotations: { cluster.x-k8s.io/cluster-namespace: shared } }
            providerSpec:
              value:
                cloudProvider: kubevirt
                cloudProviderSpec:
                  clusterName: north
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
      ---
      apiVersion: cluster.k8s.io/v1alpha1
      kind: MachineDeployment
      metadata: { name: workers, namespace: south }
      spec:
        replicas: 3
        selector: { matchLabels: { machine: workers } }
        template:
          metadata: { labels: { machine: workers } }
          spec:
            metadata: { annotations: { cluster.x-k8s.io/cluster-namespace: shared } }
            providerSpec:
              value:
                cloudProvider: kubevirt
                cloudProviderSpec:
                  clusterName: south
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      warning PV605 MachineDeployment south/workers at example.yaml:27:19, metadata.name: north has a pool workers too, with machines in the namespace shared.
        Machines are selected by the name of their pool: the two pools keep each other off hosts, and their machines may get the same name. Fix: put the name of the cluster in front: south-workers.
    `,
  }),
};
