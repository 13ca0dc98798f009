import type { FindingPage } from '../page';

export const PV610: FindingPage = {
  code: 'PV610',
  severity: 'warning',
  title: 'location that is not enforced',
  page: () => ({
    meaning: 'A pool states the region or zone of its machines, but its placement does not keep them there.',
    impact:
      'The location only becomes a label of machines and nodes. Workloads and volumes are then placed by a label ' +
      'that may be wrong.',
    diagnosis: 'Compare `location` with the hard preset.',
    mitigation: 'Add the same to the placement: hard, `topology.kubernetes.io/zone`, one value.',
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
                  virtualMachine:
                    location: { zone: eu-1a }
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      warning PV610 MachineDeployment kube-system/workers at example.yaml:17:33, spec.template.spec.providerSpec.value.cloudProviderSpec.virtualMachine.location.zone: nodes are labelled with the zone eu-1a, but nothing keeps them there.
        A location is only a label of machines and nodes: the scheduler of the infra cluster ignores it, so the label may be wrong. Fix: let the placement say it: hard, topology.kubernetes.io/zone, eu-1a.
    `,
  }),
};
