import type { FindingPage } from '../page';

export const PV609: FindingPage = {
  code: 'PV609',
  severity: 'warning',
  title: 'field that the API server sets',
  page: () => ({
    meaning: 'The manifest has a status, a uid, a resource version or similar fields: it was exported from a cluster.',
    impact: 'Applying it again is rejected as a conflict, or two writers fight over the value.',
    diagnosis: 'The finding lists the fields.',
    mitigation: 'Remove them.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --machine-controller 1.66.2
      apiVersion: cluster.k8s.io/v1alpha1
      kind: MachineDeployment
      metadata: { name: workers, namespace: kube-system, resourceVersion: "91938" }
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
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      warning PV609 MachineDeployment kube-system/workers at example.yaml:4:69, metadata.resourceVersion: metadata.resourceVersion is set by the API server.
        Applying it again is rejected as a conflict, or fights with the controller over the value. Fix: remove it from the manifest.
    `,
  }),
};
