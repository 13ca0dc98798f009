import type { FindingPage } from '../page';

export const PV603: FindingPage = {
  code: 'PV603',
  severity: 'error',
  title: 'invalid value in a MachineDeployment',
  page: () => ({
    meaning:
      'A value of a MachineDeployment is invalid: an operating system that the provider does not support, a ' +
      'preset of an unknown type, a spread without a skew, a selector that does not match its own machines, an ' +
      'incomplete reference, `null` where a string is expected.',
    impact:
      'Either the webhook rejects the object, or it is accepted and KubeVirt rejects each machine: the finding ' +
      'says which.',
    diagnosis: 'The finding names the path and the value.',
    mitigation: 'Apply the fix in the finding.',
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
