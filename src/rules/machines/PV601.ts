import type { FindingPage } from '../page';

export const PV601: FindingPage = {
  code: 'PV601',
  severity: 'warning',
  title: 'setting that the machine-controller ignores',
  page: () => ({
    meaning:
      'A setting is read but has no effect: pod presets and the flavor since 1.56, `cpus` next to `vcpus.cores` ' +
      'or an instance type, a node preset without a type, the access mode of an additional disk, a label that ' +
      'the controller sets itself, and since 1.65.1 everything in an instance type except its name.',
    impact:
      'The MachineDeployment is accepted, but its machines do not follow it: for example, they share hosts ' +
      'although they should not.',
    diagnosis: '`polyvirt explain MachineDeployment/NAME` shows the VM that the controller creates.',
    mitigation:
      'Use a setting that the controller honours. Removing the key changes the template, which replaces the ' +
      'machines once.',
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
                  affinity: { podAntiAffinityPreset: hard }
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      warning PV601 MachineDeployment kube-system/workers at example.yaml:16:48, spec.template.spec.providerSpec.value.cloudProviderSpec.affinity.podAntiAffinityPreset: machine-controller 1.66.2 ignores affinity.podAntiAffinityPreset since 1.56.0: hard has no effect.
        The MachineDeployment is accepted, and its machines run wherever there is room. Fix: write a topologySpreadConstraint for kubernetes.io/hostname with DoNotSchedule, which is weaker: once every host has a machine, a second one is allowed; removing the key replaces every machine once.
    `,
  }),
};
