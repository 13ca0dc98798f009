import type { FindingPage } from '../page';

export const PV603: FindingPage = {
  code: 'PV603',
  severity: 'error',
  title: 'value that a pool of machines cannot have',
  page: () => ({
    meaning:
      'A value of a MachineDeployment cannot be: an operating system that the provider does not make, a preset of an ' +
      'unknown type, a spread without a skew, a selector that its own machines do not match, a reference that is not ' +
      'complete, `null` where it is read as text.',
    impact:
      'Either the webhook refuses the object, or it is accepted and KubeVirt refuses each machine: the finding says ' +
      'which.',
    diagnosis: 'The finding names the path and the value.',
    mitigation: 'Write what the finding asks for.',
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
                  topologySpreadConstraints: [{ maxSkew: "1", topologyKey: kubernetes.io/hostname, whenUnsatisfiable: "" }]
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      error PV603 MachineDeployment kube-system/workers at example.yaml:16:113, spec.template.spec.providerSpec.value.cloudProviderSpec.topologySpreadConstraints[0].whenUnsatisfiable: "" is nothing that a scheduler knows.
        The MachineDeployment is accepted, and KubeVirt then refuses each of its machines. Fix: write one of DoNotSchedule, ScheduleAnyway.
    `,
  }),
};
